import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROBLEMS, problemSlug, problemType, type ProblemSlug } from '#contract/problem.ts';

const STORED = new URL('../../fixtures/problems/problems.json', import.meta.url);

describe('the problem catalogue', () => {
  it('is the stored one: a slug is never renamed and keeps its status', () => {
    expect(PROBLEMS).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
  });

  it('converts every slug to a type and back', () => {
    const slugs = Object.keys(PROBLEMS) as ProblemSlug[];
    expect(slugs.map((slug) => problemSlug(problemType(slug)))).toEqual(slugs);
  });
});
