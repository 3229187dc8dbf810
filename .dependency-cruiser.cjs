// Rules for imports. `npm run check:layers` applies the rules; test/core.layers.system.test.ts shows that each can fail.

// The entry points of the package, by name and as Node resolves them: files of dist/, which a first build creates.
const doors = '^(lectern(/(core|host|testing))?|dist/core/((kernel|hosting|testing)/)?index\\.(js|d\\.ts))$';
/** The kernel, and the process around it. */
const host = '^core/(kernel|hosting)/';
/** The modules of core. */
const modules = '^core/(infrastructure|platform)/';
/** What core uses of kernel and hosting; `lectern/host` has only what programs need that embed the kernel. */
const internals = '^core/hosting/internals\\.ts$';
const everything = '^(core|plugins|custom)/';
const developing = [
  '^core/testing/',
  '^core/(devtools/client/write_client\\.ts|cli/build/packages/declarations\\.mjs)$',
];
const tests = '^(plugins/[^/]+|custom)/test/';
const packages = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/|^(${names.join('|')})(/|$)`;

/**
 * Folders, and files beside them, in their order: each folder may import those before it. Files that are not listed come
 * last. `auth` and `modules` of the kernel do not know each other.
 */
const orders = {
  kernel: 'base declare compile auth modules container routes http extensions boot'.split(' '),
  hosting: 'files config cluster telemetry isolation loader api openapi inspect server'.split(' '),
  'infrastructure/database': (
    'config.ts safety_rules.ts protocol connections embedded preload replicas transactions ' +
    'internals.ts statement.ts database.ts cache lists rows schema migrate backup commands'
  ).split(' '),
};
const strangers = { modules: ['auth'] };
const isFile = (entry) => entry.endsWith('.ts');
const upwards = Object.entries(orders).flatMap(([area, order]) =>
  order.flatMap((entry, index) => {
    if (isFile(entry)) return [];
    const later = [...(strangers[entry] ?? []), ...order.slice(index + 1), '-'].filter((one) => !isFile(one));
    const earlier = order.slice(0, index).filter(isFile);
    return {
      name: `${area.split('/').pop()}-${entry}-looks-down`,
      comment: `Imports in core/${area} point in one direction: ${order.join(' <- ')}; the other files come last.`,
      from: { path: `^core/${area}/${entry}/` },
      to: {
        path: `^core/${area}/((${later.join('|')})/|[^/]+$)`,
        pathNot: earlier.map((file) => `^core/${area}/${file.replace('.', '\\.')}$`),
      },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'kernel-knows-no-resource',
      comment: 'The kernel hosts any module, so it imports none. Move the code there, or add a hook.',
      from: { path: host },
      to: { path: [everything, doors], pathNot: host },
    },
    {
      name: 'kernel-knows-no-hosting',
      comment: 'The kernel imports nothing of hosting. Let hosting pass a hook of core/kernel/boot/hooks.ts.',
      from: { path: '^core/kernel/' },
      to: { path: '^core/hosting/' },
    },
    ...upwards,
    {
      name: 'one-door',
      comment: 'Files behind core/kernel/index.ts may change at any time. Import from the package name "lectern".',
      // The command line answers without a kernel: an entry point loads everything.
      from: { path: everything, pathNot: `${host}|^core/cli/` },
      to: { path: host, pathNot: internals },
    },
    {
      name: 'core-knows-no-plugin',
      comment: 'A deleted plugin must not break core. Let the plugin contribute to an extension point of core.',
      from: { path: '^core/', pathNot: host },
      to: { path: '^(plugins|custom)/' },
    },
    {
      name: 'core-modules-are-strangers',
      comment: 'Modules of core import index.ts and preload/ of one another. Export what you need from index.ts.',
      from: { path: '^core/((?:infrastructure/|platform/)?[^/]+)/', pathNot: host },
      to: {
        path: '^core/',
        pathNot: ['^core/($1|kernel|hosting)/', '^core/((infrastructure|platform)/)?[^/]+/(index\\.ts$|preload/)'],
      },
    },
    {
      name: 'infrastructure-knows-no-platform',
      comment: 'Every host can use core/infrastructure, so it imports none of core/platform. Move the code there.',
      from: { path: '^core/infrastructure/' },
      to: { path: '^core/platform/' },
    },
    {
      name: 'cli-knows-no-module',
      comment: 'The command line finds commands by their file names. Move the code to commands/ of its module.',
      from: { path: '^core/cli/' },
      to: { path: everything, pathNot: [host, '^core/cli/', `${modules}[^/]+/preload/`] },
    },
    {
      name: 'devtools-stand-apart',
      comment: 'An installation runs without core/devtools. Move shared code out of core/devtools.',
      from: { path: everything, pathNot: '^core/devtools/' },
      to: { path: '^core/devtools/' },
    },
    {
      name: 'operations-stand-apart',
      comment: 'Only the console uses core/operations; other modules work without. Move shared code out of it.',
      from: { path: everything, pathNot: '^core/(operations|infrastructure/console)/' },
      to: { path: '^core/operations/' },
    },
    {
      name: 'apps-run-in-browsers',
      comment: 'Code of a page runs in browsers, and imports only its own files, its library, and types of its shapes.',
      from: { path: '^core/((?:infrastructure|platform)/[^/]+)/app/' },
      to: { pathNot: ['^core/$1/(app|shapes)/', packages('preact')] },
    },
    {
      name: 'apps-are-bundled',
      comment: 'The server must not load code for browsers.',
      from: { path: everything, pathNot: `${modules}[^/]+/app/` },
      to: { path: `${modules}[^/]+/app/` },
    },
    {
      name: 'core-door-shows-the-offer',
      comment: 'lectern/core exports services, failures and shapes, but no resources, migrations or subscribers.',
      from: { path: '^core/index\\.ts$' },
      to: {
        path: [`${modules}[^/]+/(resources|migrations|subscribers|commands|demo)(/|\\.)`, '^core/cli/'],
        pathNot: '^core/cli/context\\.ts$',
      },
    },
    {
      name: 'plugins-reach-core-through-its-doors',
      comment: 'Other files of core may change at any time. Import from "lectern" or "lectern/core".',
      from: { path: '^plugins/' },
      to: { path: '^core/', pathNot: host },
    },
    {
      name: 'host-is-for-embedding',
      comment: 'lectern/host is for programs that embed the kernel. Import from "lectern" or "lectern/core".',
      from: { path: '^(plugins|custom)/' },
      to: { path: ['^lectern/host$', '^dist/core/hosting/'] },
    },
    {
      name: 'internals-are-for-core',
      comment: 'core/hosting/internals.ts may change at any time. Import from "lectern" or "lectern/core".',
      from: { path: '^(plugins|custom)/' },
      to: { path: internals },
    },
    {
      name: 'plugins-are-strangers',
      comment: 'Another plugin may be absent. Require it in module.json, and use its services by name.',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^(plugins|custom)/', pathNot: '^plugins/$1/' },
    },
    {
      name: 'custom-imports-what-it-extends',
      comment: 'custom imports what it extends. Import everything else from "lectern" or "lectern/core".',
      from: { path: '^custom/' },
      to: {
        path: '^(core|plugins)/',
        pathNot:
          '^(core/(kernel|hosting)/|core/platform/[^/]+/resources/|plugins/[^/]+/(resources|services|shapes|failures)(/|\\.))',
      },
    },
    {
      name: 'http-stays-outside',
      comment: 'Only kernel and hosting use Express, the container and the validator. Use the names of "lectern".',
      from: { path: everything, pathNot: [host, tests] },
      to: {
        path: packages(
          ...'express ajv ajv-formats tsyringe reflect-metadata jsonwebtoken find-my-way'.split(' '),
          ...'helmet @fastify/busboy'.split(' '),
        ),
      },
    },
    {
      name: 'sql-stays-below',
      comment: 'Only services and migrations contain queries. Move the query to a service.',
      from: { path: everything, pathNot: ['/(services|migrations)/', '^core/infrastructure/database/', tests] },
      to: { path: packages('knex', 'pg', '@electric-sql/pglite') },
    },
    {
      name: 'resources-are-thin',
      comment: 'Resources do not import one another. Move shared code to a service.',
      from: { path: '^(core/(infrastructure|platform)|plugins)/[^/]+/resources/' },
      to: { path: ['^(core/(infrastructure|platform)|plugins)/[^/]+/resources/', '^custom/resources/'] },
    },
    {
      name: 'custom-resources-are-thin',
      comment: 'Resources of custom import only the resource that they extend. Move shared code to a service.',
      from: { path: '^custom/resources/' },
      to: { path: '^custom/resources/' },
    },
    {
      name: 'no-circles',
      comment: 'The load order of files that import one another is undefined. Move what both need to a third file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kit-is-for-tests',
      comment: 'Code for production must not need packages for tests. Move it out of core/testing.',
      from: { path: everything, pathNot: ['^core/testing/', tests] },
      to: { path: ['^core/testing/', '^lectern/testing$', '^dist/core/testing/'] },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'An installation starts without development dependencies. Move the package to "dependencies".',
      from: { path: everything, pathNot: [...developing, tests] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package of another package may disappear with an update. Add it to "dependencies".',
      from: { path: everything },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dead-import',
      comment: 'The imported file or package does not exist. Correct the path, or install the package.',
      from: {},
      to: { couldNotResolve: true, pathNot: doors },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: ['node_modules', '^dist/', '^test/'] },
    exclude: { path: '/fixtures/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Types count: a resource that imports a type of knex has a query in its signature.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
