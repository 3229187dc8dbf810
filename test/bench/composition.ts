import { rmSync } from 'node:fs';
import { AIM_US, benchChains, type ChainCost } from './chains.ts';
import { copyInstallation } from './copied_installation.ts';
import { manifest, type Files } from '../support/installation.ts';
import { serveCrowded } from './crowded_platform.ts';
import { lecternOn } from './frameworks.ts';
import type { Question } from './load.ts';
import { inTurn, print, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writeSection } from './page.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';
import { startServer } from './server_process.ts';
import { warmUp } from './warm_up.ts';

const TITLE = 'Plugins around an operation';
const FIELDS = 10;
const SEEDED = 1_000;
const CONNECTIONS = 8;
const WARMTH = { requests: 4_000, seconds: 8 };
const path = '/api/courses?limit=100';

/** Cost of the links of a chain, and of a page with added fields. */
export interface Composition {
  readonly chains: readonly ChainCost[];
  /** Pages of 100 objects; empty without a PostgreSQL server. */
  readonly pages: readonly Figures[];
}

/** Measures operations with overrides and added fields, and writes their section of `docs/benchmarks.md`. */
export async function benchComposition(effort: Effort): Promise<void> {
  const composition = await measureComposition(effort);
  if (effort.isRough || composition.pages.length === 0) return;
  const place = circumstances(await serverVersion());
  await writeSection('benchmarks.md', TITLE, `${place}\n\n${textOf(composition)}`);
  console.log(`The section "${TITLE}" of docs/benchmarks.md is written.`);
}

export async function measureComposition({ rounds, seconds }: Effort): Promise<Composition> {
  return { chains: await benchChains({ rounds }), pages: await benchPages({ rounds, seconds }) };
}

/** Returns the section of the page. */
export function compositionOf(composition: Composition): string {
  return `## ${TITLE}\n\n${textOf(composition)}`;
}

function textOf({ chains, pages }: Composition): string {
  const [alone] = chains;
  const links = chains.map(({ name, us }) => [name, us.toFixed(2), (us - (alone?.us ?? us)).toFixed(2)]);
  const [plain] = pages;
  const costs = pages.map(({ name, cpu }) => [name, cpu.toFixed(0), (cpu - (plain?.cpu ?? cpu)).toFixed(0)]);
  return `CPU time of an operation with overrides and hooks, without the rest of the request: the smallest of several rounds of
10,000 calls. Aim: three links cost at most ${AIM_US} us more than the operation alone, on a machine without other work. An async link
needs three to four promises, one of them to name the link that a request waits for. On Node 20, \`AsyncLocalStorage\`
tracks each promise: three links cost 1.7 to 1.8 us on an AMD EPYC, and 2.1 to 2.2 us on a slower Intel Xeon. Node 24 does
not track promises: 1.1 us on the AMD EPYC, and 1.5 to 1.6 us on the Xeon.

${table(['operation', 'us', 'more, us'], links)}

A page of 100 courses, \`GET ${path}\`, with ${FIELDS} fields that a plugin adds. Each field has a resolver of its own, which
runs once for the page and sends at most one statement. CPU time of the server for one request, ${CONNECTIONS} connections.

${table(['page', 'CPU, us', 'more, us'], costs)}`;
}

async function benchPages({ rounds, seconds }: Effort): Promise<readonly Figures[]> {
  const place = await placeOnServer('Pages with added fields');
  if (!place) return [];
  const roots = installations.map(({ resolve }) => copyInstallation(resolve ? fieldsBy(resolve) : {}));
  try {
    await (await serveCrowded(place, 0, SEEDED)).stop();
    const programs = installations.map(({ name }, index) => ({
      ...lecternOn(place),
      name,
      args: [roots[index] ?? ''],
    }));
    const servers = await Promise.all(programs.map(startServer));
    try {
      const asked = servers.map((server, index) => ({ server, question: questionTo(index > 0) }));
      for (const { server, question } of asked) await warmUp(server, [question], WARMTH);
      const figures = await inTurn(asked, { connections: CONNECTIONS, rounds, seconds });
      print(`Page of 100 courses with ${FIELDS} added fields`, figures);
      return figures;
    } finally {
      for (const server of servers) server.stop();
    }
  } finally {
    for (const root of roots) rmSync(root, { recursive: true });
    await place.clear();
  }
}

/** Requests for the page; an answer without the fields of the plugin is an error. */
function questionTo(isExtended: boolean): Question {
  const isAnswer = ({ data }: { readonly data: readonly Readonly<Record<string, unknown>>[] }) =>
    data.length === 100 && typeof data[0]?.[`field${FIELDS - 1}`] === (isExtended ? 'number' : 'undefined');
  return { path, next: () => ({ path, isAnswer }) };
}

/** Resolvers of the added fields, as source. */
const installations: readonly { readonly name: string; readonly resolve?: string }[] = [
  { name: 'without added fields' },
  { name: `${FIELDS} fields, no statement`, resolve: '(courses) => courses.map(({ title }) => value(title.length))' },
  {
    name: `${FIELDS} fields, a statement each`,
    resolve: `async (courses, call) => {
      const rows = await statement.all({ ids: courses.map(({ id }) => String(id)) }, call);
      const byId = new Map(rows.map(({ id, length }) => [String(id), length]));
      return courses.map(({ id }) => value(byId.get(String(id)) ?? 0));
    }`,
  },
];

/** A plugin that adds the fields. */
function fieldsBy(resolve: string): Files {
  const services = `import { extendShape, field } from 'lectern';
import { course } from 'lectern/core';
const added = (number) => extendShape(course, 'public', ({ database }) => {
  const value = (length) => ({ ['field' + number]: length + number });
  const statement = database.statement((q, param) =>
    q('courses').select('id', q.raw('length(title) as length')).whereRaw('id = any(?::bigint[])', [param('ids')]));
  return { fields: { ['field' + number]: field.int('A number.') }, resolve: ${resolve} };
});
export default Object.fromEntries(Array.from({ length: ${FIELDS} }, (_, number) => ['field' + number, added(number)]));
`;
  return {
    'plugins/fields/module.json': manifest('fields', { requires: { courses: '*', database: '*' }, onFailure: 'abort' }),
    'plugins/fields/services.mjs': services,
  };
}
