// Where a line may live. `npm run check:layers` applies the rules; test/core.layers.system.test.ts shows that each can fail.

// The kernel and core by package name. Node resolves it to dist/, where it ends up unresolved before the first build.
const doors = '^(lectern(/(core|host|testing))?|dist/core/((kernel|hosting|testing)/)?index\\.(js|d\\.ts))$';
/** The kernel, and the process around it. */
const host = '^core/(kernel|hosting)/';
const everything = '^(core|plugins|custom)/';
const kit = ['^core/testing/', '^lectern/testing$', '^dist/core/testing/'];
const tests = '^(plugins/[^/]+|custom)/test/';
const packages = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/|^(${names.join('|')})(/|$)`;

/**
 * Folders, and files beside them, in their order: each folder may import those before it. Files that are not listed come
 * last. `auth` and `modules` of the kernel do not know each other.
 */
const orders = {
  kernel: 'declare auth modules container routes http boot'.split(' '),
  hosting: 'files config cluster telemetry isolation loader added_fields api reload inspect server'.split(' '),
  database: (
    'config.ts safety_rules.ts protocol connections embedded preload replicas transactions ' +
    'internals.ts statement.ts database.ts cache lists rows schema migrate portability backup commands'
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
      name: `${area}-${entry}-looks-down`,
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
      comment: 'The kernel boots any folder; what it hosts must be able to leave without it noticing.',
      from: { path: host },
      to: { path: [everything, doors], pathNot: host },
    },
    {
      name: 'kernel-knows-no-hosting',
      comment: 'The process around the kernel plugs into it through hooks; the kernel can be read without it.',
      from: { path: '^core/kernel/' },
      to: { path: '^core/hosting/' },
    },
    ...upwards,
    {
      name: 'one-door',
      comment: 'Only what core/kernel/index.ts exports is promised; a file behind it may change any day.',
      // What runs before there is a build has no entry point to import from.
      from: { path: everything, pathNot: `${host}|^core/cli/(prepare|compile_modules)\\.mjs$` },
      to: { path: host },
    },
    {
      name: 'core-knows-no-plugin',
      comment: 'A plugin can be removed by deleting its folder.',
      from: { path: '^core/', pathNot: host },
      to: { path: '^(plugins|custom)/' },
    },
    {
      name: 'core-modules-are-strangers',
      comment:
        'A core module uses of another one what its index.ts offers, and no more; so each can change inside. What is to ' +
        'begin before all of that is loaded stands in preload/.',
      from: { path: '^core/([^/]+)/', pathNot: host },
      to: { path: '^core/', pathNot: ['^core/($1|kernel|hosting)/', '^core/[^/]+/(index\\.ts$|preload/)'] },
    },
    {
      name: 'cli-knows-no-module',
      comment: 'Commands stand in modules and are found by the names of their files; the frame imports none of them.',
      from: { path: '^core/cli/' },
      to: { path: everything, pathNot: [host, '^core/cli/', '^core/[^/]+/preload/'] },
    },
    {
      name: 'devtools-stand-apart',
      comment: 'Tools for authors; what runs an installation works without them.',
      from: { path: everything, pathNot: '^core/devtools/' },
      to: { path: '^core/devtools/' },
    },
    {
      name: 'operations-stand-apart',
      comment:
        'Commands for an installation as a whole; modules work without them. The console shows the same in a browser.',
      from: { path: everything, pathNot: '^core/(operations|console)/' },
      to: { path: '^core/operations/' },
    },
    {
      name: 'apps-run-in-browsers',
      comment: 'Code of a page is bundled for browsers: it has nothing but its own files and its one library.',
      from: { path: '^core/([^/]+)/app/' },
      to: { pathNot: ['^core/$1/app/', packages('preact')] },
    },
    {
      name: 'apps-are-bundled',
      comment: 'The server must not load code that is meant for browsers.',
      from: { path: everything, pathNot: '^core/[^/]+/app/' },
      to: { path: '^core/[^/]+/app/' },
    },
    {
      name: 'core-door-shows-the-offer',
      comment: 'lectern/core offers services, failures and shapes; resources, tables and reactions stay inside.',
      from: { path: '^core/index\\.ts$' },
      to: {
        path: ['^core/[^/]+/(resources|migrations|subscribers|commands|demo)(/|\\.)', '^core/cli/'],
        pathNot: '^core/cli/context\\.ts$',
      },
    },
    {
      name: 'plugins-reach-core-through-its-doors',
      comment: 'What is not offered by lectern or lectern/core may change without a plugin author being told.',
      from: { path: '^plugins/' },
      to: { path: '^core/', pathNot: host },
    },
    {
      name: 'host-is-for-embedding',
      comment:
        'What embeds the kernel uses lectern/host; a plugin lives in any host, and needs lectern and lectern/core.',
      from: { path: '^(plugins|custom)/' },
      to: { path: ['^lectern/host$', '^dist/core/hosting/'] },
    },
    {
      name: 'plugins-are-strangers',
      comment: 'Another plugin is reached by the name of a service that module.json requires, so it may be absent.',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^(plugins|custom)/', pathNot: '^plugins/$1/' },
    },
    {
      name: 'custom-imports-what-it-extends',
      comment: 'An override extends a resource or replaces a service; for all else the doors are there.',
      from: { path: '^custom/' },
      to: {
        path: '^(core|plugins)/',
        pathNot:
          '^(core/(kernel|hosting)/|core/[^/]+/resources/|plugins/[^/]+/(resources|services|shapes|failures)(/|\\.))',
      },
    },
    {
      name: 'http-stays-outside',
      comment:
        "Resources and services speak of calls and failures; web framework and container are the kernel's affair.",
      from: { path: everything, pathNot: [host, tests] },
      to: {
        path: packages(
          'express',
          'ajv',
          'ajv-formats',
          'tsyringe',
          'reflect-metadata',
          'jsonwebtoken',
          'find-my-way',
          'fast-json-stringify',
          'helmet',
          '@fastify/busboy',
        ),
      },
    },
    {
      name: 'sql-stays-below',
      comment: 'Queries live in services and migrations, so a rule about money or rows has one place.',
      from: { path: everything, pathNot: ['/(services|migrations)/', '^core/database/', tests] },
      to: { path: packages('knex', 'pg', '@electric-sql/pglite') },
    },
    {
      name: 'resources-are-thin',
      comment: 'What two resources share is a rule of the domain and belongs in a service.',
      from: { path: '^(core|plugins)/[^/]+/resources/' },
      to: { path: ['^(core|plugins)/[^/]+/resources/', '^custom/resources/'] },
    },
    {
      name: 'custom-resources-are-thin',
      comment: 'The same; a custom resource may however import the one of core or of a plugin that it extends.',
      from: { path: '^custom/resources/' },
      to: { path: '^custom/resources/' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one thing; and the order in which they load is luck.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kit-is-for-tests',
      comment: 'What runs in production must not need the packages that tests need.',
      from: { path: everything, pathNot: ['^core/testing/', tests] },
      to: { path: kit },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'An installation without development packages must start; only what builds it needs them.',
      from: { path: everything, pathNot: ['^core/testing/', '^core/devtools/client/write_client\\.ts$', tests] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that is there only because another one needs it is gone after the next update.',
      from: { path: everything },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dead-import',
      comment: 'It fails when the file is loaded, which may be late.',
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
