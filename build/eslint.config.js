import pluginVue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';
import { pageParser } from './lint/page-parser.ts';

/** House rules that a machine can see. Layout is prettier's; layers are dependency-cruiser's. */

const PROJECTS = ['pure', 'node', 'tests', 'page'].map((name) => `${import.meta.dirname}/tsconfig.${name}.json`);

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
    { selector: 'ClassDeclaration[id.name=/(Manager|Service|Helper)$/]', message: 'A class is named for its room.' },
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
    languageOptions: {
      parserOptions: { parser: pageParser, project: PROJECTS, extraFileExtensions: ['.vue'] },
    },
  },
  {
    files: ['renderer/**/*.ts'],
    languageOptions: { parser: pageParser },
  },
  {
    // Where no Vue is, its rules find nothing and take a tenth of the time. A composable is Vue though it is no component.
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
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    },
  },
  {
    files: ['**/*.vue'],
    rules: {
      'max-lines': ['error', { max: 260 }],
      'vue/multi-word-component-names': ['error', { ignores: ['App'] }],
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/no-v-html': 'error',
      // TypeScript says which props may be missing, and prettier where lines break.
      'vue/require-default-prop': 'off',
      'vue/no-required-prop-with-default': 'off',
      'vue/multiline-html-element-content-newline': 'off',
    },
  },
  {
    // The entry points speak to a terminal, and configuration files are asked for a default export.
    files: ['electron/*.ts', 'build/**/*.{ts,js}', 'tests/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['build/**/*.{ts,js,cjs}', 'tests/e2e/playwright.config.ts', '**/*.vue', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Coordinates on the hottest paths: an object per curve or span would be made and thrown away millions of times.
    files: ['electron/rendering/{raster,text}/**/*.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 6 }] },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 400 }], '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.{js,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null }, globals: { module: 'writable', require: 'readonly' } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'off',
    },
  },
);
