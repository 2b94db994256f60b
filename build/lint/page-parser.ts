import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pluginVue from 'eslint-plugin-vue';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Cuts components up, and gives their scripts to another parser. */
export const vueParser = parserOfVue();
const CONFIG = join(import.meta.dirname, '../tsconfig.page.json');
const VUE = '.vue';

interface ParserOptions {
  filePath?: string;
  /** Whose types are wanted, if any. */
  project?: readonly string[];
  programs?: ts.Program[];
  [option: string]: unknown;
}

interface Parser {
  parseForESLint: (code: string, options: ParserOptions) => { ast: unknown; services?: unknown };
}

const scriptParser: Parser = tseslint.parser;

/**
 * Parses the sources of the page with their types. To TypeScript a component is what the parser of Vue cuts out of it: left to itself, the parser
 * of typescript-eslint makes its program anew for each component, and forgets every type that it knows. Here all are cut out beforehand, and one
 * program knows them.
 */
export const pageParser = {
  meta: { name: 'strobe-page-parser' },
  parseForESLint: (code, options) => {
    const { filePath = '', project, ...rest } = options;
    // What stands in an editor and is not saved yet, or was just fixed, is not what the program knows.
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
  // TypeScript alone takes no such names.
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

/** What the parser of Vue gives to that of TypeScript. */
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
  throw new Error('eslint-plugin-vue has no parser of components');
}

function isParser(value: unknown): value is Parser {
  return typeof value === 'object' && value !== null && 'parseForESLint' in value;
}
