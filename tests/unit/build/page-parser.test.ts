import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Program } from 'typescript';
import { pageParser, vueParser } from '../../../build/lint/page-parser.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUILD = join(ROOT, 'build');

/** The program that has the types of a component, as the linter requests it. */
function programOf(
  filePath: string,
  { code = readFileSync(filePath, 'utf8'), folder = BUILD, config = 'tsconfig.page.json' } = {},
): Program {
  const project = [join(folder, config)];
  const options = { filePath, project, tsconfigRootDir: folder, extraFileExtensions: ['.vue'], parser: pageParser };
  return (vueParser.parseForESLint(code, options).services as { program: Program }).program;
}

const component = (path: string) => join(ROOT, 'renderer', path);

describe('the parser of the page', () => {
  it('uses one program for all components, with the types of each', () => {
    const [button, app] = [component('ui/AppButton.vue'), component('App.vue')];
    const program = programOf(button);
    expect(programOf(app)).toBe(program);
    const script = program.getSourceFile(button)?.text ?? '';
    expect([script.includes('defineProps'), script.includes('<template>')]).toEqual([true, false]);
  });

  it('parses text that differs from the program by itself', () => {
    const folder = temporaryFolder();
    const filePath = join(folder, 'New.vue');
    const code = '<script setup lang="ts">\nconst own = 1;\n</script>\n';
    writeFileSync(filePath, code);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { types: [] }, include: ['*.vue'] }));
    const program = programOf(filePath, { folder, config: 'tsconfig.json' });
    expect(program.getSourceFile(filePath)?.text).toContain('const own = 1;');
    expect(programOf(component('App.vue'))).not.toBe(program);
  });
});
