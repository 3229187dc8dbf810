// Makes mocha load test files with `import()`, as for the tests of a plugin.
import '../../core/testing/import_tests.mjs';
