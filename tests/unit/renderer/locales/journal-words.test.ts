import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#renderer/locales/languages.ts';

interface Commands {
  plans: { apply: string };
  printing: { select: string };
}

describe.each(Object.keys(LANGUAGES))('the journal in %s', (tag) => {
  it('says the same of a selection, however many printers it was for: each has an entry of its own', async () => {
    const { commands } = ((await LANGUAGES[tag]?.load()) as { journal: { commands: Commands } }).journal;
    expect(commands.plans.apply).toBe(commands.printing.select);
  });
});
