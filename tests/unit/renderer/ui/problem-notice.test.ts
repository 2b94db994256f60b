import { afterEach, describe, expect, it } from 'vitest';
import { PROBLEMS, problemType, type FieldError } from '#contract/problem.ts';
import ProblemNotice from '#renderer/ui/ProblemNotice.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

afterEach(() => rig.end());

async function paragraphs(detail: string, errors: FieldError[] = []): Promise<string[]> {
  rig = await openPageRig({});
  const problem = { type: problemType('invalid-input'), ...PROBLEMS['invalid-input'], detail, errors };
  const texts = rig.mount(ProblemNotice, { problem }).findAll('p, li');
  return texts.map((text) => text.text());
}

const TITLE = 'The input is not valid';
const ADVICE = 'Correct the values named above and try again.';

describe('a problem', () => {
  it.each([
    ['/objs/1/font/height', 'Object 2, font height: must be more than 0'],
    ['/labelData/objs/0/text', 'Object 1, text: must be more than 0'],
    ['/rowCount', 'row count: must be more than 0'],
    ['/labelTests/0/expect/a~1b', 'label tests 1 expect a/b: must be more than 0'],
  ])('names the place %s in words', async (pointer, sentence) => {
    const detail = 'must be more than 0';
    expect(await paragraphs(`${pointer}: ${detail}`, [{ pointer, detail }])).toEqual([TITLE, sentence, ADVICE]);
  });

  it('says a detail about the whole input once', async () => {
    const detail = 'The queue is full';
    expect(await paragraphs(detail, [{ pointer: '', detail }])).toEqual([TITLE, detail, ADVICE]);
  });

  it('shows a detail that names no error', async () => {
    expect(await paragraphs('Label "A" has an error.', [{ pointer: '/width', detail: 'is missing' }])).toEqual([
      TITLE,
      'Label "A" has an error.',
      'width: is missing',
      ADVICE,
    ]);
  });
});
