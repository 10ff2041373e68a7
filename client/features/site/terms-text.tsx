// The terms of service by section, in neutral words for a discreet brand.
import { t } from '#client/device/texts.ts';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { brand } from '#client/device/brand.ts';
import { rich } from '#client/ui/rich.tsx';

export interface TextSection {
  /** The URL fragment. */
  readonly id: string;
  /** In English. */
  readonly title: string;
  readonly text: () => ReactNode;
}

export const termsSections = [
  {
    id: 'eligibility',
    title: 'Eligibility',
    text: () => (
      <>
        <p>
          {t(
            'You have to be at least 18 years old, and of full age where you live, to register or to use any part of the service. By registering you declare that you are. Others find you only once your profile says when you were born; a date that makes you younger than 18 is refused, and the account of anybody who turns out to be younger is closed.',
          )}
        </p>
        <p>
          {t(
            'An account belongs to one person, and one person has one account. You may not use the service where local law forbids it, or after we have closed an account of yours for good.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Account responsibilities',
    text: () => (
      <>
        <p>{t('You are responsible for what is done with your account. That means that you')}</p>
        <ul>
          <li>{t('tell the truth about yourself, above all about your age;')}</li>
          <li>{t('keep your password, and the mailbox that your login links go to, to yourself;')}</li>
          <li>{t('log out, or lock the app, on devices that others use;')}</li>
          <li>{t('keep your email address up to date, since it is the only way for us to reach you;')}</li>
          <li>{t('tell us at once if somebody else has got in. You can log out all devices in your settings.')}</li>
        </ul>
        <p>{t('You may not sell your account, lend it, or hand it on.')}</p>
      </>
    ),
  },
  {
    id: 'prohibited',
    title: 'Prohibited activities',
    text: () => (
      <>
        <p>{t('You may not')}</p>
        <ul>
          <li>
            {brand.discreet
              ? t(
                  'show, ask for or hint at anything that exploits or endangers a person under 18: such an account is closed at once and reported to the authorities;',
                )
              : t(
                  'show, ask for or hint at anything sexual that involves a person under 18: such an account is closed at once and reported to the authorities;',
                )}
          </li>
          <li>{t('harass, threaten, blackmail or demean anybody, or go on after you were told no;')}</li>
          <li>{t('reveal outside of the service who uses it, where they are, or what they wrote or showed in confidence;')}</li>
          <li>{t('show pictures of others without their consent, or pose as somebody else;')}</li>
          <li>{t('sell, buy or advertise anything: services of any kind, drugs, weapons, other sites;')}</li>
          <li>{t('collect data about others, find out where exactly others are, or work around what keeps people safe;')}</li>
          <li>{t('record or pass on what others wrote or showed to you alone;')}</li>
          <li>{t('send the same message to many, or ask for money or for access to other accounts;')}</li>
          <li>{t('disrupt the service, probe it without telling us, or use it with programs that we don’t know about;')}</li>
          <li>{t('do anything else through the service that the law forbids, where you are or where it is run.')}</li>
        </ul>
        <p>
          {rich(
            t(
              'Tell us about it through <contact>Contact Us</contact>. Found a weakness? Write to us before you tell others, and we will thank you and not pursue you for having looked.',
            ),
            { contact: (text) => <Link to="/contactus">{text}</Link> },
          )}
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Content licence',
    text: () => (
      <>
        <p>
          {t(
            'What you write and upload stays yours. You give us the right, without payment and without exclusivity, to store it, to scale, crop and convert your pictures, and to show them to the people your settings allow to see them, for as long as you keep them here and for no other purpose. The right ends when you delete them, except for copies in backups for 30 days, and in open reports.',
          )}
        </p>
        <p>
          {t(
            'You promise that you may give that right: that the words and pictures are yours or that you may use them, and that everybody who can be recognised agrees. We may remove what breaks these terms. What others publish is theirs: you may look at it here, and may not copy it elsewhere.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: () => (
      <>
        <p>
          {t(
            'Volunteers run the service as well as they can. It is provided as is, without a warranty that it is always available, free of faults or fit for a purpose. We do not check who people are, and what they publish is their own responsibility.',
          )}
        </p>
        <p>
          {t(
            'Who you meet is your own decision and at your own risk: meet in public first, tell a friend, and trust your instincts. Places that the service shows are areas, and may be wrong.',
          )}
        </p>
        <p>
          {t(
            'As far as the law permits, the society and its volunteers are not liable for what others do, for lost data, or for indirect damage, and for the rest only up to what you have paid in the twelve months before. Nothing here limits liability for wilful misconduct or gross negligence, for injury to life or health, or any liability that the law does not let us limit. If others claim damages from us because you broke these terms, you bear the cost.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    text: () => (
      <>
        <p>
          {t(
            'You can delete your account at any time in your settings, without a reason and without notice. For others you are gone at once.',
          )}
        </p>
        <p>
          {t(
            'We can hide content, suspend an account or close it when these terms are broken: after a warning where that is possible, and at once where others are in danger. You are told why, and can ask for a review by people who were not part of the decision. Should the service as a whole end, you are told at least 30 days before, so that you can take your data with you.',
          )}
        </p>
        <p>{t('What these terms say about content, liability and arbitration still applies afterwards.')}</p>
      </>
    ),
  },
  {
    id: 'arbitration',
    title: 'legal|Arbitration',
    text: () => (
      <>
        <p>
          {t(
            'Talk to us first: most things can be settled within 30 days. What can’t is put before one arbitrator that both sides accept, in writing or by video, in the place where you live if you want, one case at a time and not as a class. Each side bears its own costs; the society bears those of the arbitrator unless a claim was made in bad faith.',
          )}
        </p>
        <p>
          {t(
            'This takes away neither your right to go to a small claims court, nor your right to ask a court to stop something urgent, nor any right that local law gives you as a consumer. You can opt out of arbitration within 30 days after you registered, by a message through Contact Us.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: () => (
      <>
        <p>
          {t(
            'When these terms change in a way that matters, you are told in the app at least 30 days before. If you don’t agree, you can take your data with you and delete your account. If you stay after that day, the new terms apply. If a part of them is invalid, the rest stays in force.',
          )}
        </p>
        <p>{t('Which version you accepted, and when, is stored with your account.')}</p>
      </>
    ),
  },
] as const satisfies readonly TextSection[];
