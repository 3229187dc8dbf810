// The same as for the tests of a plugin.
import '../../core/testing/import_tests.mjs';
