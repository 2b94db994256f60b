import { describe, expect, it } from 'vitest';
import { readCommands } from '#renderer/domain/zpl/syntax/zpl-command.ts';

const commandsOf = (text: string): string[] => [...readCommands(text)].map(({ name, data, line }) => `${line} ${name} ${data}`.trimEnd());

describe('commands', () => {
  it('are split at their prefixes, with their line numbers', () => {
    expect(commandsOf('^XA\n^fo10,20\r\n^FDtext^FS~JA^XZ\n')).toEqual(['1 ^XA', '2 ^FO 10,20', '3 ^FD text', '3 ^FS', '3 ~JA', '3 ^XZ']);
  });

  it('are read without line breaks', () => {
    expect(commandsOf('^FDone \r\ntwo\nthree^FS')).toEqual(['1 ^FD one twothree', '3 ^FS']);
  });

  it('of fonts have the letter of the font in their data', () => {
    expect(commandsOf('^A0N,30^A@N,5,5,E:X.TTF^AbR^ADN')).toEqual(['1 ^A 0N,30', '1 ^A @N,5,5,E:X.TTF', '1 ^A bR', '1 ^A DN']);
  });

  it('follow changed prefixes and delimiters', () => {
    const [change, , , field] = [...readCommands('^CC!~CT#!CD;!FO1;2#JA')];
    expect(change).toMatchObject({ name: '^CC', data: '!' });
    expect(field).toEqual({ name: '^FO', data: '1;2', line: 1, delimiter: ';' });
    expect(commandsOf('^CC!!FO1,2!CC^^FO3,4')).toEqual(['1 ^CC !', '1 ^FO 1,2', '1 ^CC ^', '1 ^FO 3,4']);
  });

  it('of a driver that sets all command characters first are read', () => {
    expect(commandsOf('CT~~CD,~CC^~CT~^XA').at(-1)).toBe('1 ^XA');
  });

  it('omit the bytes of a binary graphic, even if they look like a command', () => {
    expect(commandsOf('^GFB,4,4,1,^F\nD^FS')).toEqual(['1 ^GF B,4,4,1,', '2 ^FS']);
    expect(commandsOf('~DYR:A,B,G,3,1,^X~^XA')).toEqual(['1 ~DY R:A,B,G,3,1,', '1 ^XA']);
  });

  it('without a name are skipped', () => {
    expect(commandsOf('^^~ ^\n^FS^')).toEqual(['2 ^FS']);
  });
});
