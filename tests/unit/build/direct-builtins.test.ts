import { describe, expect, it } from 'vitest';
import { directBuiltins } from '../../../build/plugins/direct-builtins.ts';

/** The code that the plugin makes of a file of a bundle. */
function rendered(code: string): string {
  const render = directBuiltins.renderChunk as unknown as (code: string) => { code: string };
  return render(code).code;
}

describe('modules of Node in a bundle', () => {
  it.each([
    ['import { join } from "node:path";', 'const { join } = process.getBuiltinModule("node:path");'],
    [
      'import { open as open$1, stat } from "node:fs/promises";',
      'const { open: open$1, stat } = process.getBuiltinModule("node:fs/promises");',
    ],
    ['import path from "node:path";', 'const path = process.getBuiltinModule("node:path");'],
    ['import * as path from "node:path";', 'const path = process.getBuiltinModule("node:path");'],
    [
      'import Emitter, { once } from "node:events";',
      'const Emitter = process.getBuiltinModule("node:events"); const { once } = process.getBuiltinModule("node:events");',
    ],
  ])('are taken without %s', (line, replaced) => {
    expect(rendered(`${line}\njoin();\n`)).toBe(`${replaced}\njoin();\n`);
  });

  it.each(['import { a } from "./shared.js";', 'import pg from "pg";', 'import("node:fs");', 'const text = \'import x from "node:fs";\';'])(
    'are the only ones that are: %s',
    (code) => {
      expect(rendered(code)).toBe(code);
    },
  );

  it.each(['import { default as fs } from "node:fs";'])('cannot be taken by %s', (line) => {
    expect(() => rendered(line)).toThrow(/cannot replace/);
  });
});
