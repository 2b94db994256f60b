import pluginVue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';
import { pageParser } from './lint/page-parser.ts';

/**
 * House rules for components, which oxlint reads only in part. It has those for all other files (`oxlint.json`), and is ten times as fast.
 * Formatting is oxfmt's task, layers are dependency-cruiser's.
 */
export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  pluginVue.configs['flat/recommended'],
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: { parser: pageParser, extraFileExtensions: ['.vue'], project: [`${import.meta.dirname}/tsconfig.page.json`] },
    },
    rules: {
      'max-lines': ['error', { max: 260 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      complexity: ['error', 12],
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      eqeqeq: 'error',
      'no-console': 'error',
      // Exists on secure origins only.
      'no-restricted-properties': ['error', { object: 'crypto', property: 'randomUUID', message: 'Use randomId.' }],
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'vue/multi-word-component-names': ['error', { ignores: ['App'] }],
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/no-v-html': 'error',
      // TypeScript knows which props are optional, and the formatter breaks the lines.
      'vue/require-default-prop': 'off',
      'vue/no-required-prop-with-default': 'off',
      'vue/multiline-html-element-content-newline': 'off',
    },
  },
);
