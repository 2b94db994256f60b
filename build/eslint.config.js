import pluginVue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';
import { pageParser } from './lint/page-parser.ts';

/**
 * House rules that a linter can check. Formatting is prettier's task, layers are dependency-cruiser's. Rules that need types are oxlint's, which
 * reads them ten times as fast (`oxlint.json`), except in components, which it does not understand.
 */

const PAGE_PROJECT = `${import.meta.dirname}/tsconfig.page.json`;

const SIZE = {
  'max-lines': ['error', { max: 350 }],
  'max-lines-per-function': ['error', { max: 60, skipComments: true }],
  complexity: ['error', 12],
  'max-params': 'off',
  '@typescript-eslint/max-params': ['error', { max: 3 }],
};

const VAGUE_NAMES = {
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
    { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
    { selector: 'TSEnumDeclaration', message: 'No TypeScript enum: a union of literals or a const object.' },
    { selector: 'ClassDeclaration[id.name=/(Manager|Service|Helper)$/]', message: 'A class is named for its module.' },
  ],
};

const VUE_RULES_OFF = Object.fromEntries(
  pluginVue.configs['flat/recommended']
    .flatMap(({ rules }) => Object.keys(rules ?? {}))
    .filter((name) => name.startsWith('vue/'))
    .map((name) => [name, 'off']),
);

export default tseslint.config(
  { ignores: ['build/web-standards.d.ts', 'dist/', 'data/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  pluginVue.configs['flat/recommended'],
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    // Vue's rules take a tenth of the time and find nothing in files without Vue. A composable counts as Vue although it is not a
    // component.
    files: [
      'electron/**/*.ts',
      'build/**/*.ts',
      'tests/{contract,conformance,e2e,faults,integration}/**/*.ts',
      'tests/unit/!(renderer)/**/*.ts',
    ],
    rules: VUE_RULES_OFF,
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    ignores: ['**/*.d.ts'],
    rules: {
      ...SIZE,
      ...VAGUE_NAMES,
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: pageParser, extraFileExtensions: ['.vue'] } },
    rules: {
      'max-lines': ['error', { max: 260 }],
      'vue/multi-word-component-names': ['error', { ignores: ['App'] }],
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/no-v-html': 'error',
      // TypeScript knows which props are optional, and prettier breaks the lines.
      'vue/require-default-prop': 'off',
      'vue/no-required-prop-with-default': 'off',
      'vue/multiline-html-element-content-newline': 'off',
    },
  },
  {
    files: ['renderer/**/*.vue'],
    languageOptions: { parserOptions: { project: [PAGE_PROJECT] } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Programs with a terminal may use the console, and configuration files need a default export.
    files: ['electron/*.ts', 'build/**/*.{ts,js}', 'tests/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['build/**/*.{ts,js,cjs}', 'tests/e2e/playwright.config.ts', 'tests/faults/mutants/vitest.config.ts', '**/*.vue', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Coordinates on the most frequent paths: an object per curve or span would be allocated millions of times.
    files: ['electron/rendering/{raster,text}/**/*.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 6 }] },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 400 }], '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: { globals: { module: 'writable', require: 'readonly' } },
  },
);
