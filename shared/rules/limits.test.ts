// Durations in days, hours, minutes and seconds.
import { expect, test } from 'vitest';
import { healthRules, welcomeRules } from './community.ts';
import { limits } from './limits.ts';
import { dayMs, hourMs } from './durations.ts';

const [seconds, minutes, hours, days] = [1_000, 60_000, hourMs, dayMs];

test('a suspension lasts 72 hours, an appeal is possible for two weeks, jurors have two days', () => {
  expect([limits.suspensionMs / hours, limits.appealMs / days, limits.juryMs / days]).toEqual([72, 14, 2]);
});

test('a login link is valid for 30 minutes, a passkey challenge for five, and a download requires a login within 15', () => {
  expect([limits.loginLinkMs, limits.passkeyChallengeMs, limits.freshSignInMs].map((ms) => ms / minutes)).toEqual([30, 5, 15]);
});

test('a session ends after one idle day or one week, a remembered one after 30 idle days or 90 days', () => {
  const { sessionIdleMs, maxSessionMs, rememberedIdleMs, maxRememberedMs } = limits;
  expect([sessionIdleMs, maxSessionMs, rememberedIdleMs, maxRememberedMs].map((ms) => ms / days)).toEqual([1, 7, 30, 90]);
});

test('an uploaded picture that no profile uses is removed after a day', () => {
  expect(limits.unusedPictureMs / days).toBe(1);
});

test('a picture viewed once can be requested again for an hour, and reported for a day', () => {
  expect([limits.viewOnceRepeatMs / hours, limits.viewOnceReportMs / days]).toEqual([1, 1]);
});

test('a position is published for 26 hours and reported again every five minutes', () => {
  expect([limits.positionEffectiveMs / hours, limits.positionRepeatMs / seconds]).toEqual([26, 300]);
});

test('a health notice is sent two to 26 hours after a report', () => {
  expect([healthRules.minDelayMs / hours, healthRules.maxDelayMs / hours]).toEqual([2, 26]);
});

test('a member is new for one week, and a hello can be answered for two weeks', () => {
  expect([welcomeRules.newcomerMs / days, welcomeRules.helloOpenMs / days]).toEqual([7, 14]);
});
