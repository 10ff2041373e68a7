// Verdicts of juries and weights of votes.
import { describe, expect, test } from 'vitest';
import { itemKinds, jurorWeight, mayJudge, reportReasons, ruleOf, verdictOf, type Vote } from './arbitration.ts';

const alike = (...votes: Vote[]) => verdictOf(votes.map((vote) => ({ vote, weight: 0.6 })));

test('profiles, pictures, messages and broadcasts can be reported, for reasons with a rule each', () => {
  expect(itemKinds).toEqual(['profile', 'picture', 'message', 'broadcast']);
  expect(reportReasons).toEqual(Object.keys(ruleOf));
  const rules = Object.values(ruleOf);
  expect(rules.filter((rule) => !/^[A-Z].*\.$/.test(rule))).toEqual([]);
  expect(new Set(rules).size).toBe(rules.length);
});

describe('a verdict', () => {
  test('needs three votes', () => {
    expect(alike('suspend', 'suspend')).toBeNull();
    expect(alike('warn', 'warn', 'warn')).toBe('warn');
  });

  test('is what more than half want or find too mild', () => {
    expect(alike('none', 'none', 'hide', 'hide', 'hide')).toBe('hide');
    expect(alike('none', 'none', 'none', 'suspend', 'suspend')).toBe('none');
    expect(alike('none', 'warn', 'hide', 'hide', 'suspend')).toBe('hide');
    expect(alike('none', 'none', 'warn', 'warn')).toBe('none');
  });

  test('suspends only with three quarters', () => {
    expect(alike('suspend', 'suspend', 'suspend', 'none', 'none')).toBe('hide');
    expect(alike('suspend', 'suspend', 'suspend', 'none')).toBe('suspend');
    expect(alike('suspend', 'suspend', 'suspend', 'suspend', 'warn')).toBe('suspend');
  });

  test('is left to an administrator if more than half want that; else those votes do not count', () => {
    expect(alike('refer', 'refer', 'refer', 'suspend', 'suspend')).toBe('refer');
    expect(alike('refer', 'refer', 'warn', 'warn', 'none')).toBe('warn');
  });

  test('is not changed by two jurors who are mostly overruled', () => {
    const trusted = jurorWeight({ voted: 40, agreed: 36 });
    const hostile = jurorWeight({ voted: 40, agreed: 8 });
    const given = (['none', 'none', 'none'] as const).map((vote) => ({ vote, weight: trusted }));
    const against = (['suspend', 'suspend'] as const).map((vote) => ({ vote, weight: hostile }));
    expect(verdictOf([...given, ...against])).toBe('none');
    expect(verdictOf([...given.slice(0, 1), ...against])).toBe('none');
  });
});

describe('a vote', () => {
  test('weighs 0.6 at first, near 1 after many that agreed with the decision, and never 0', () => {
    expect(jurorWeight({ voted: 0, agreed: 0 })).toBeCloseTo(0.6);
    expect(jurorWeight({ voted: 100, agreed: 100 })).toBeGreaterThan(0.95);
    expect(jurorWeight({ voted: 100, agreed: 0 })).toBe(0.05);
  });

  test('is no longer requested from a member who mostly disagrees with the decisions', () => {
    expect(mayJudge({ voted: 9, agreed: 0 })).toBe(true);
    expect(mayJudge({ voted: 10, agreed: 6 })).toBe(true);
    expect(mayJudge({ voted: 10, agreed: 5 })).toBe(false);
  });
});
