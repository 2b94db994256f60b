import { PROBLEMS, problemType, type Problem } from '#contract/problem.ts';

/** A failure as a controller may return it. */
export const FAILURE: Problem = {
  type: problemType('invalid-input'),
  ...PROBLEMS['invalid-input'],
  detail: 'Label "Best before" has two errors.',
  errors: [
    { pointer: '/objs/0/width', detail: 'Must be more than 0.' },
    { pointer: '/objs/3/text', detail: 'Variable "LOTT" does not exist.' },
  ],
};
