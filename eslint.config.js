import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import lectern from './.ci/portable_sql.mjs';

const nodeGlobals = Object.getOwnPropertyNames(globalThis).concat('module', 'require', 'exports');
const browserGlobals = ['HTMLElement', 'customElements', 'document', 'history', 'localStorage', 'location', 'window'];
const tests = ['test/**', 'plugins/*/test/**', 'custom/test/**'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      '.data/',
      '.cache/',
      '**/fixtures/',
      'docs/examples/*/custom/',
      'test/bench/peers/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    // The tsconfig of the tests includes the sources; pages for browsers have separate ones.
    languageOptions: {
      parserOptions: {
        project: ['test/tsconfig.json', 'core/*/app/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // The project has no enums.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 220, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'tsyringe',
              importNames: ['singleton', 'scoped', 'registry', 'autoInjectable', 'container'],
              message: 'They write into a container shared by the whole process; use a child container.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
          message: 'A cast by way of unknown switches the compiler off; narrow the value, or say in a comment why not.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Types computed from a shape or from `interface Services {}` are empty until a module fills them.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      // An async method without await returns the promise that its interface declares.
      '@typescript-eslint/require-await': 'off',
      // With a type parameter that is used once, an API infers the type of an argument.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Express and event emitters accept async functions; Express 5 handles their rejections.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  {
    // The test kit queries only its own databases.
    files: ['{core,plugins,custom}/**', 'docs/examples/**'],
    ignores: ['core/testing/**', ...tests],
    plugins: { lectern },
    rules: { 'lectern/portable-sql': 'error' },
  },
  // The length of a migration depends on its table.
  { files: ['**/migrations/*'], rules: { 'max-lines-per-function': 'off' } },
  // The length of a component depends on its markup.
  {
    files: ['core/*/app/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }] },
  },
  // The length of a template depends on its output.
  { files: ['core/devtools/new/plugin/*'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['.ci/**', ...tests], rules: { 'no-console': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // Plain JavaScript has no type annotations; the compiler checks it with checkJs.
    files: ['**/*.{js,mjs,cjs}'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
  },
  {
    // Scripts for browsers.
    files: ['plugins/*/{pages,public}/**'],
    languageOptions: { globals: Object.fromEntries(browserGlobals.map((name) => [name, 'readonly'])) },
    // A script may name its globals in a comment.
    rules: { 'no-redeclare': ['error', { builtinGlobals: false }] },
  },
  prettier,
);
