// Jury verdicts and the weights of jurors' votes.
import { describe, expect, test } from 'vitest';
import { itemKinds, jurorWeight, mayJudge, reportReasons, ruleOf, verdictOf, type Vote } from './arbitration.ts';

const verdictOfEqual = (...votes: Vote[]) => verdictOf(votes.map((vote) => ({ vote, weight: 0.6 })));

test('profiles, pictures, messages and broadcasts can be reported, each reason with its own rule', () => {
  expect(itemKinds).toEqual(['profile', 'picture', 'message', 'broadcast']);
  expect(reportReasons).toEqual(Object.keys(ruleOf));
  const rules = Object.values(ruleOf);
  expect(rules.filter((rule) => !/^[A-Z].*\.$/.test(rule))).toEqual([]);
  expect(new Set(rules).size).toBe(rules.length);
});

describe('a verdict', () => {
  test('needs three votes', () => {
    expect(verdictOfEqual('suspend', 'suspend')).toBeNull();
    expect(verdictOfEqual('warn', 'warn', 'warn')).toBe('warn');
  });

  test('is the severest outcome that more than half voted for or exceeded', () => {
    expect(verdictOfEqual('none', 'none', 'hide', 'hide', 'hide')).toBe('hide');
    expect(verdictOfEqual('none', 'none', 'none', 'suspend', 'suspend')).toBe('none');
    expect(verdictOfEqual('none', 'warn', 'hide', 'hide', 'suspend')).toBe('hide');
    expect(verdictOfEqual('none', 'none', 'warn', 'warn')).toBe('none');
  });

  test('is a suspension only with three quarters of the votes', () => {
    expect(verdictOfEqual('suspend', 'suspend', 'suspend', 'none', 'none')).toBe('hide');
    expect(verdictOfEqual('suspend', 'suspend', 'suspend', 'none')).toBe('suspend');
    expect(verdictOfEqual('suspend', 'suspend', 'suspend', 'suspend', 'warn')).toBe('suspend');
  });

  test('is a suspension if three of four equally trusted jurors vote for it, whatever their record', () => {
    const records = Array.from({ length: 30 }, (_, voted) =>
      Array.from({ length: voted + 1 }, (__, agreed) => ({ voted, agreed })),
    );
    const milder = records.flat().filter((record) => {
      const weight = jurorWeight(record);
      return verdictOf((['none', 'suspend', 'suspend', 'suspend'] as const).map((vote) => ({ vote, weight }))) !== 'suspend';
    });
    expect(milder).toEqual([]);
  });

  test('is referred to an administrator if more than half vote for it; otherwise those votes do not count', () => {
    expect(verdictOfEqual('refer', 'refer', 'refer', 'suspend', 'suspend')).toBe('refer');
    expect(verdictOfEqual('refer', 'refer', 'warn', 'warn', 'none')).toBe('warn');
    expect(verdictOfEqual('refer', 'refer', 'warn', 'warn')).toBe('warn');
  });

  test('is not changed by two jurors whose earlier votes were mostly overruled', () => {
    const trusted = jurorWeight({ voted: 40, agreed: 36 });
    const hostile = jurorWeight({ voted: 40, agreed: 8 });
    const majority = (['none', 'none', 'none'] as const).map((vote) => ({ vote, weight: trusted }));
    const minority = (['suspend', 'suspend'] as const).map((vote) => ({ vote, weight: hostile }));
    expect(verdictOf([...majority, ...minority])).toBe('none');
    expect(verdictOf([...majority.slice(0, 1), ...minority])).toBe('none');
  });
});

describe('a vote', () => {
  test('weighs 0.6 at first, nearly 1 after many that agreed with the decision, and never 0', () => {
    expect(jurorWeight({ voted: 0, agreed: 0 })).toBeCloseTo(0.6);
    expect(jurorWeight({ voted: 100, agreed: 100 })).toBeGreaterThan(0.95);
    expect(jurorWeight({ voted: 100, agreed: 0 })).toBe(0.05);
  });

  test('is no longer requested from a member who mostly disagreed with the decisions', () => {
    expect(mayJudge({ voted: 9, agreed: 0 })).toBe(true);
    expect(mayJudge({ voted: 10, agreed: 6 })).toBe(true);
    expect(mayJudge({ voted: 10, agreed: 5 })).toBe(false);
  });
});
