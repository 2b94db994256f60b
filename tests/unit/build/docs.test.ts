import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '#controller/process/exit-codes.ts';
import { CONTROLLER_OPTIONS } from '#controller/process/command-line.ts';
import { CONTROLLER_HELP } from '#controller/process/controller-help.ts';
import { DOCTOR_HELP } from '#diagnostics/doctor-command.ts';
import { SUPPORT_HELP } from '#diagnostics/support-command.ts';
import { DIAGNOSTIC_EXIT_CODES } from '#diagnostics/command-context.ts';
import { EMULATOR_HELP } from '../../../electron/emulators/run-emulator.ts';
import { readinessSchema } from '#contract/api-v3/health.ts';
import { PLANT_HELP } from '#plant/process/plant-command-line.ts';
import { DESKTOP_OPTIONS } from '#shell/desktop-flags.ts';
import { SETUP_HELP } from '#station/process/setup-command.ts';
import { STATION_HELP } from '#station/process/station-help.ts';
import { STATION_OPTIONS } from '#station/process/station-flags.ts';
import { INSTALLED_HELP } from '#service/installed-command.ts';
import { UPDATE_HELP } from '#updates/update-help.ts';
import { STEPS } from '../../../build/scripts/check-steps.ts';
import { byNumber, numberedTests } from '../../../build/scripts/numbered-tests.ts';
import { PAGE_RULES } from '../../../build/scripts/page-rules.ts';
import { chooseRun } from '../../faults/choose-run.ts';
import { RUNS } from '../../faults/runs.ts';

/** Everything written for people that names commands, files and addresses. */
const FILES = globSync(['*.md', 'docs/**/*.md', 'tests/*/README.md']).sort();
const texts = new Map(FILES.map((file) => [file, readFileSync(file, 'utf8')]));

interface Found {
  file: string;
  text: string;
}

/** Every match of a pattern in the documents: its first group where it has one. */
function found(pattern: RegExp): Found[] {
  return FILES.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(pattern)].map(([whole, group]): Found => ({ file, text: group ?? whole })),
  );
}

const read = (file: string): string => readFileSync(file, 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

describe('links', () => {
  const links = found(/(?<!`)\]\(([^)\s]+)\)/g).filter(({ text }) => !/^[a-z]+:/.test(text));

  it('lead to files that exist', () => {
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ file, text }) => !existsSync(targetOf(file, text)))).toEqual([]);
  });

  it('lead to headings that exist', () => {
    const missing = links.filter(({ file, text }) => {
      const [, heading] = text.split('#');
      return heading !== undefined && !headingsOf(read(targetOf(file, text))).includes(heading);
    });
    expect(missing).toEqual([]);
  });
});

function targetOf(file: string, link: string): string {
  const [path = ''] = link.split('#');
  return path === '' ? file : normalize(join(dirname(file), path));
}

/** The anchors that GitHub gives to headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('paths', () => {
  const paths = found(/`((?:electron|renderer|build|tests|docs)\/[^`\s]*)`/g).filter(({ text }) => !/[<>{}*]|\.\.\.|000N/.test(text));

  it('name files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ text }) => !existsSync(text))).toEqual([]);
  });
});

describe('npm scripts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it('are in package.json', () => {
    expect(found(/\bnpm run ([\w:-]+)/g).filter(({ text }) => !(text in scripts))).toEqual([]);
  });

  it.each([
    ['the controller', /npm run controller -- (?!keys |backup |restore |audit )([^\n`]*)/g, flagsOf(CONTROLLER_OPTIONS)],
    ['the controller: keys', /(?:npm run controller --|strobe) keys ([^\n`]*)/g, flagsIn(helpOf('keys'))],
    ['the controller: audit', /(?:npm run controller --|strobe) audit ([^\n`]*)/g, flagsIn(helpOf('audit'))],
    ['the controller: backup', /(?:npm run controller --|strobe) backup ([^\n`]*)/g, flagsIn(helpOf('backup'))],
    ['the controller: restore', /(?:npm run controller --|strobe) restore ([^\n`]*)/g, flagsIn(helpOf('restore'))],
    ['the plant', /npm run plant -- ([^\n`]*)/g, flagsIn(PLANT_HELP)],
    ['the station', /npm run station -- (?!backup |restore )([^\n`]*)/g, flagsOf(STATION_OPTIONS)],
    ['the station: backups', /(?:npm run station --|strobe station) ((?:backup|restore) [^\n`]*)/g, flagsIn(STATION_HELP)],
    ['set-up files', /strobe setup ([^\n`]*)/g, flagsIn(SETUP_HELP)],
    ['updates', /strobe update ([^\n`]*)/g, flagsIn(UPDATE_HELP)],
    ['the desktop app', /`strobe (--[^\n`]*)`/g, flagsOf(DESKTOP_OPTIONS)],
    ['the packager', /npm run package -- ([^\n`]*)/g, flagsIn(read('build/scripts/package.ts'))],
    ['the build', /npm run build -- ([^\n`]*)/g, flagsIn(read('build/scripts/build.ts'))],
    ['the conformance suite', /npm run conformance -- ([^\n`]*)/g, flagsIn(read('tests/conformance/flags.ts'))],
  ])('give flags that %s has', (_name, pattern, known) => {
    const given = found(pattern).flatMap(({ file, text }) => flagsIn(text).map((flag) => ({ file, flag })));
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter(({ flag }) => flag !== '--help' && !known.includes(flag))).toEqual([]);
  });

  it('name steps of the gate, goals and runs that exist', () => {
    const wordsOf = (script: string): string[][] =>
      found(new RegExp(`npm run ${script} -- ([^\\n\`]*)`, 'g')).map(({ text }) => text.replace(/#.*/, '').trim().split(/\s+/));
    const steps = new Set(STEPS.map(({ name }) => name));
    expect(wordsOf('check').flatMap((words) => words.filter((word) => !steps.has(word)))).toEqual([]);
    // A goal is named whole, or by its number for all its parts.
    const patterns = [/name: '(P\d+[\w-]*)/g, /name: '(P\d+)/g];
    const goals = new Set(globSync('tests/bench/**/*.ts').flatMap((file) => patterns.flatMap((pattern) => namesIn(read(file), pattern))));
    expect(wordsOf('bench').flatMap((words) => words.filter((word) => !goals.has(word)))).toEqual([]);
    for (const words of wordsOf('faults')) expect(words).toContain(chooseRun(RUNS, words, 1).run.name);
  });

  it('are mentioned with flags that some program has', () => {
    const known = new Set([
      ...[CONTROLLER_OPTIONS, STATION_OPTIONS, DESKTOP_OPTIONS].flatMap((options) => flagsOf(options)),
      ...['build/scripts/package.ts', 'tests/conformance/flags.ts', 'tests/faults/choose-run.ts'].flatMap((file) => flagsIn(read(file))),
      ...[CONTROLLER_HELP, EMULATOR_HELP, PLANT_HELP, UPDATE_HELP, INSTALLED_HELP, DOCTOR_HELP, SUPPORT_HELP, SETUP_HELP].flatMap(flagsIn),
    ]);
    expect(found(/`(--[\w-]+)[^`]*`/g).filter(({ text }) => !known.has(text))).toEqual([]);
  });
});

/** The lines of the controller's help about one of its commands. */
function helpOf(command: string): string {
  return CONTROLLER_HELP.split('\n')
    .filter((line) => line.includes(`-- ${command} `))
    .join('\n');
}

function flagsOf(options: object): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}

/** Flags as they are written, and as keys of a table of options. */
function flagsIn(text: string): string[] {
  const written = text.match(/--[a-z][a-z-]*/g) ?? [];
  const keys = [...text.matchAll(/^\s*'?([a-z][a-z-]*)'?: \{ type: '/gm)].map(([, name = '']) => `--${name}`);
  return [...written, ...keys];
}

describe('requests', () => {
  const pathsOf = (file: string) => (JSON.parse(read(`tests/fixtures/openapi/${file}`)) as { paths: Record<string, object> }).paths;
  const paths = { ...pathsOf('api-v3.json'), ...pathsOf('plant-v1.json') };
  const templates = Object.keys(paths).map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }));

  it('name operations of the service', () => {
    const curls = found(/curl ([^|&\n]*(?:\\\n[^|&\n]*)?)/g).flatMap(({ file, text }) => {
      const [, address] = /(?:\$api|:7311\/api\/v3)(\/[^\s"?`]+)/.exec(text) ?? [];
      if (address === undefined) return [];
      const method = /-X (\w+)/.exec(text)?.[1] ?? 'GET';
      return [{ file, method: method.toLowerCase(), path: `/api/v3${address}` }];
    });
    expect(curls.length).toBeGreaterThan(3);
    expect(curls.filter(({ method, path }) => !isOperation(method, path))).toEqual([]);
  });

  it('are written as operations of the service', () => {
    const written = found(/`((?:GET|PUT|POST|DELETE) \/[^`\s]*)`/g).flatMap(({ file, text }) => {
      const [method = '', path = ''] = text.split(' ');
      return [{ file, method: method.toLowerCase(), path }];
    });
    const isKnown = (method: string, path: string) => isOperation(method, path) || isOperation(method, `/api/v3${path}`);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter(({ method, path }) => !isKnown(method, path))).toEqual([]);
  });

  function isOperation(method: string, address: string): boolean {
    const [path = ''] = address.split('?');
    return templates.some((template) => template.pattern.test(path) && method in (paths[template.path] ?? {}));
  }
});

describe('tables of the reference', () => {
  it('list every exit code', () => {
    const listed = namesIn(read('docs/reference/exit-codes.md'), /^\| (\d+) /gm).map(Number);
    expect(listed.sort((a, b) => a - b)).toEqual([0, DIAGNOSTIC_EXIT_CODES.faultFound, ...Object.values(EXIT_CODES)].sort((a, b) => a - b));
  });

  it('list every metric', () => {
    const source = globSync('electron/controller/metrics/*.ts').map(read).join('\n');
    const listed = namesIn(read('docs/reference/metrics.md'), /^\| `(\w+)`/gm);
    expect(listed).toEqual(namesIn(source, /'((?:strobe|process|nodejs)_[a-z_]+)'/g));
  });

  it('list every reason and warning of readiness', () => {
    const listed = namesIn(read('docs/operations/troubleshooting.md'), /^\| `([a-z-]+)` +\|/gm);
    const { reasons, warnings } = readinessSchema.shape;
    const codes = [...reasons.element.shape.code.options, ...warnings.element.shape.code.options];
    expect(listed).toEqual(codes.filter((code) => !code.startsWith('certificate-')).sort());
  });
});

describe('codes of faults and rules', () => {
  const explained = new Set([
    ...namesIn(read('docs/faults.md'), /^\| ([A-J]\d+) /gm).filter((code) => !code.startsWith('H')),
    ...namesIn(read('docs/hmi.md'), /^\| (H\d+) /gm),
  ]);

  it('of tests are explained', () => {
    const used = [...numberedTests('.').keys(), ...RUNS.flatMap(({ cases }) => cases)];
    expect([...new Set(used)].filter((code) => !explained.has(code)).sort(byNumber)).toEqual([]);
  });

  it('of the page are the rules that are checked', () => {
    expect([...explained].filter((code) => code.startsWith('H')).sort(byNumber)).toEqual(Object.keys(PAGE_RULES).sort(byNumber));
  });

  it('are linked where a document uses them', () => {
    const unlinked = FILES.filter((file) => file.startsWith('docs/') || !file.includes('/'))
      .filter((file) => !['docs/faults.md', 'docs/hmi.md', 'docs/limits.md', 'docs/reference/benchmarks.md'].includes(file))
      .filter((file) => /(?<![\w-])[A-J]\d{1,2}(?![\w-])/.test(withoutCode(texts.get(file) ?? '')))
      .filter((file) => !/\((?:[\w./]*\/)?(?:faults|hmi)\.md/.test(texts.get(file) ?? ''));
    expect(unlinked).toEqual([]);
  });
});

function withoutCode(text: string): string {
  return text.replaceAll(/```[^]*?```|`[^`]*`/g, '');
}
