import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pluginVue from 'eslint-plugin-vue';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Splits components into their parts, and passes their scripts to another parser. */
export const vueParser = parserOfVue();
const CONFIG = join(import.meta.dirname, '../tsconfig.page.json');
const VUE = '.vue';

interface ParserOptions {
  filePath?: string;
  /** The TypeScript projects for type information; none if absent. */
  project?: readonly string[];
  programs?: ts.Program[];
  [option: string]: unknown;
}

interface Parser {
  parseForESLint: (code: string, options: ParserOptions) => { ast: unknown; services?: unknown };
}

const scriptParser: Parser = tseslint.parser;

/**
 * Parses the sources of the page with type information. For TypeScript a component is the script that Vue's parser extracts from it.
 * typescript-eslint's own parser would rebuild its program for each component and lose all type information; here all scripts are extracted
 * in advance and share one program.
 */
export const pageParser = {
  meta: { name: 'strobe-page-parser' },
  parseForESLint: (code, options) => {
    const { filePath = '', project, ...rest } = options;
    // Unsaved text in an editor, or text that was just fixed, differs from the program's.
    if (!project || pageProgram(options).getSourceFile(filePath)?.text !== code) return scriptParser.parseForESLint(code, options);
    return scriptParser.parseForESLint(code, { ...rest, filePath, programs: [pageProgram(options)] });
  },
} satisfies Parser & { meta: object };

let program: ts.Program | undefined;

function pageProgram(parserOptions: ParserOptions): ts.Program {
  program ??= makeProgram(parserOptions);
  return program;
}

function makeProgram(parserOptions: ParserOptions): ts.Program {
  const { options, fileNames } = readConfig();
  // Only TypeScript itself rejects such file names.
  const host = ts.createCompilerHost({ ...options, allowNonTsExtensions: true }, true);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (name.endsWith(VUE) ? scriptOf(name, parserOptions) : read(name));
  return ts.createProgram(fileNames, { ...options, allowNonTsExtensions: true }, host);
}

function readConfig(): ts.ParsedCommandLine {
  const files = [{ extension: VUE, isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }];
  const { config, error } = ts.readConfigFile(CONFIG, (name) => readFileSync(name, 'utf8'));
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  return ts.parseJsonConfigFileContent(config, ts.sys, join(CONFIG, '..'), undefined, CONFIG, undefined, files);
}

/** The script that Vue's parser passes to TypeScript's. */
function scriptOf(filePath: string, parserOptions: ParserOptions): string {
  let script = '';
  const parser: Parser = {
    parseForESLint: (code, { project, ...options }) => {
      if (project) script = code;
      return scriptParser.parseForESLint(code, options);
    },
  };
  vueParser.parseForESLint(readFileSync(filePath, 'utf8'), { ...parserOptions, filePath, parser });
  return script;
}

function parserOfVue(): Parser {
  for (const { languageOptions } of pluginVue.configs['flat/base']) {
    const parser = languageOptions?.['parser'];
    if (isParser(parser)) return parser;
  }
  throw new Error('eslint-plugin-vue provides no parser of components');
}

function isParser(value: unknown): value is Parser {
  return typeof value === 'object' && value !== null && 'parseForESLint' in value;
}
