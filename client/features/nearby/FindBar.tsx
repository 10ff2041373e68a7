// The bar of Find's four screens: it switches between them, opens filters and places, and shows what is chosen as chips.
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NearestCount } from '#shared/contract/nearby.ts';
import { rememberFindScreen } from '#client/device/find-screen.ts';
import { Badge } from '#client/ui/Badge.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CardsIcon, FilterIcon, ListIcon, LocateIcon, MapIcon, TilesIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { FindChips } from './FindChips.tsx';
import { conditionsOf } from './list-filter.ts';
import type { Find } from './use-find.ts';
import '#client/people/switch-in-header.css';
import '#client/ui/tabs.css';
import './find-bar.css';

const screens = [
  { path: '/search/map', title: 'Map', icon: MapIcon },
  { path: '/search/tile', title: 'Tiles', icon: TilesIcon },
  { path: '/search/swype', title: 'Swipe', icon: CardsIcon },
  { path: '/search/profile', title: 'Details', icon: ListIcon },
] as const;

export interface FindBarProps {
  readonly current: (typeof screens)[number]['path'];
  readonly find: Find;
  /** Null while the count is unknown. */
  readonly count: NearestCount | null;
}

const FilterSheet = lazyPart(() => import('./FilterSheet.tsx'), 'FilterSheet');
const PlacesSheet = lazyPart(() => import('./PlacesSheet.tsx'), 'PlacesSheet');

export function FindBar({ current, find, count }: FindBarProps) {
  const [sheet, setSheet] = useState<'filters' | 'places' | null>(null);
  const { filter, place, centre } = find;
  const conditions = conditionsOf(filter).length;
  const close = (): void => setSheet(null);
  useEffect(() => rememberFindScreen(current), [current]);
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrentTab(tabs.current), [current]);
  useLayoutEffect(() => markDocument(current.slice('/search/'.length)), [current]);
  return (
    <div className="find-bar" data-chips={conditions > 0 || place !== null ? '' : undefined}>
      <nav ref={tabs} className="tabs find-tabs" aria-label={t('Find')}>
        {screens.map(({ path, title, icon: Icon }) => (
          <Link key={path} to={path} replace className="tab" aria-current={path === current ? 'page' : undefined}>
            <Icon />
            <span className="find-tab-text">{t(title)}</span>
          </Link>
        ))}
      </nav>
      <span className="find-buttons">
        <Button
          look="round"
          onClick={() => setSheet('filters')}
          aria-label={conditions === 0 ? t('Filters') : tCount(conditions, { one: 'Filters, # on', other: 'Filters, # on' })}
        >
          <FilterIcon />
          <Badge count={conditions} text={numberText(conditions, locale())} />
        </Button>
        <Button
          look="round"
          data-on={place === null ? undefined : ''}
          onClick={() => setSheet('places')}
          aria-label={t('Places')}
        >
          <LocateIcon />
        </Button>
      </span>
      <FindChips find={find} count={count} />
      <Suspense>
        {sheet === 'filters' && <FilterSheet filter={filter} centre={centre} onClose={close} />}
        {sheet === 'places' && <PlacesSheet isOnMap={current === '/search/map'} onClose={close} />}
      </Suspense>
    </div>
  );
}

/**
 * Marks the document, since the bar or its buttons are in the frame's header on most screens. A CSS rule with :has() would be slow.
 */
function markDocument(screen: string): () => void {
  const { dataset } = document.documentElement;
  dataset.find = screen;
  return () => void delete dataset.find;
}

/** Scrolls only the tabs, since the page may just have been scrolled to where the member left it. */
function showCurrentTab(tabs: HTMLElement | null): void {
  const tab = tabs?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!tabs || !tab) return;
  const { left, right } = tabs.getBoundingClientRect();
  tabs.scrollBy(Math.max(0, tab.right - right) - Math.max(0, left - tab.left), 0);
}
