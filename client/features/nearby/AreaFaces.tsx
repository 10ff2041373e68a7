// The faces of the nearest members for the area's chat, so that members see who may read what they write.
import { t } from '#client/device/texts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { testMode } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { NearTiles } from '#client/people/NearTiles.tsx';
import { useNotBlocked } from '#client/people/waiting-blocks.ts';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { nearestQuery } from './nearby.queries.ts';
import { useNearSectors } from './use-near-sectors.ts';

const facesShown = 12;
const noBriefs: readonly ProfileBrief[] = [];

export function AreaFaces() {
  const { data, isError } = useInfiniteQuery(nearestQuery(useStore(testMode), null));
  const nearest = useNotBlocked(data?.pages[0]?.briefs ?? noBriefs);
  const faces = useMemo(() => nearest.slice(0, facesShown), [nearest]);
  useNearSectors(faces);
  if (data === undefined) return isError ? null : <SkeletonList count={facesShown} shape="picture" className="near-tiles" />;
  if (faces.length === 0) return <p className="soft">{t('Nobody is near you right now.')}</p>;
  return <NearTiles of={faces} asksOnline sizes="80px" />;
}
