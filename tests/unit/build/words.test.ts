import { describe, expect, it } from 'vitest';
import { findWords } from '../../../build/lint/words.ts';

describe('the words that the glossary replaces', () => {
  it.each([
    ['a name', 'interface LabelRooms {}', 'LabelRooms'],
    ['a private field', '  readonly #door = new RpcServer();', 'door'],
    ['a comment', '// Nobody listens any more.', 'Nobody'],
    ['a text', '  "detail": "What happened before stands in the journal.",', 'journal'],
    ['a comment without its subject', '  /** Of the last state only. */', '/** Of the '],
  ])('are found in %s', (_, line, word) => {
    const found = findWords(`const a = 1;\n${line}\n`);
    expect(found.map((one) => [one.line, one.word.trimStart()])).toEqual([[2, word]]);
    expect(found[0]?.say).not.toBe('');
  });

  it.each([
    'await sql`SELECT journal_mode FROM pragma_journal_mode`; rmSync(`${file}-journal`);',
    '/** Who accepted it, and when. */',
    'const choices = turns.map((turn) => turn.end);',
  ])('are not found in %s', (line) => {
    expect(findWords(line)).toEqual([]);
  });
});
