import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { standardFailures } from 'lectern';
import type { Route } from 'lectern/host';
import { filterName, accessName } from '../core/hosting/internals.ts';
import { rowsBelow, textOf } from './support/documents.ts';
import { projectRoot, startPlatform } from './support/platform.ts';
import { started } from './support/started.ts';

const page = 'docs/specification.md';
const titles = [...textOf(page).matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly (string | null)[];
}

interface Reference {
  readonly file: string;
  readonly section: string;
  readonly title: string | undefined;
}

describe('The sections of docs/specification.md', () => {
  it('include all sections that comments of the sources name', () => {
    const references = ['core', 'plugins', 'custom', 'test'].flatMap(sourcesIn).flatMap(referencesIn);
    expect(references).to.have.length.above(70);
    const lost = references.filter(({ section, title }) => !isThere(section, title));
    expect(lost).to.deep.equal([]);
  });
});

describe('The tables of docs/specification.md', () => {
  const platform = started(() => startPlatform());
  let routes: readonly Route[];
  let schemas: Readonly<Record<string, Schema>>;

  before(async () => {
    ({ routes } = platform.kernel);
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    ({ schemas } = (body as { components: { schemas: typeof schemas } }).components);
  });

  it('have every route, with its access and its answer', () => {
    const detailed = new Map(requestRows().map((row) => [row.key, row]));
    const declared = routes.map((route) => {
      const key = `${route.methods.join()} ${route.address}`;
      return `${key}: ${accessName(route.access)}${detailed.has(key) ? `, ${filterName(route)}` : ''}`;
    });
    const told = [...detailed.values()].map(({ key, access, answer }) => `${key}: ${access}, ${answer}`);
    expect([...told, ...furtherRoutes()]).to.have.members(declared);
  });

  it('have every field of the schemas that they name', () => {
    const named = rowsOf('2').flatMap(([first = '', schema = '', fields]) => {
      if (first.startsWith('**')) return [[plain(schema), fields]];
      return first.startsWith('`') && fields === undefined ? [[settingName(first), schema]] : [];
    });
    expect(named).to.have.length.above(40);
    for (const [schema = '', fields = ''] of named)
      expect(codesIn(fields.split(' (')[0]!), schema).to.have.members(Object.keys(schemaAt(schema).properties ?? {}));
  });

  it('have the values of the enumerations that they name', () => {
    const named = rowsOf('3').filter(([field = '']) => field.startsWith('`'));
    expect(named).to.have.length.above(15);
    for (const [fields = '', values = ''] of named)
      for (const field of codesIn(fields)) {
        const declared = schemaAt(field).enum?.filter((value) => value !== null);
        expect(codesIn(values), field).to.deep.equal(declared);
      }
  });

  it('have every code that the kernel declares, with its statuses', () => {
    const told = rowsOf('7').flatMap(([code = '', , statuses = '', more]) =>
      more === undefined && /^\d+$/.test(code) ? statuses.split(', ').map((status) => `${code}/${status}`) : [],
    );
    expect(told).to.have.members([...new Set(Object.values(standardFailures).map(pairOf))]);
  });

  it('have only failures that the endpoint declares, and all codes from 1000', () => {
    const told = rowsOf('7').flatMap(([endpoints = '', code = '', , status]) =>
      status === undefined ? [] : codesIn(endpoints).map((endpoint) => `${endpoint}: ${code}/${status}`),
    );
    const declared = routes.flatMap((route) => {
      const fails = [...route.fails, standardFailures.invalidParameter].map(pairOf);
      return fails.map((pair) => `${route.methods.join()} ${route.address}: ${pair}`);
    });
    expect(told).to.have.length.above(30);
    expect(told.filter((one) => !declared.includes(one))).to.deep.equal([]);
    const own = declared.filter((one) => /: \d{4,}\//.test(one));
    expect(own.filter((one) => !told.includes(one))).to.deep.equal([]);
  });

  /** A schema by its name, or the one of a field of it: `OrderInfo.account`. */
  function schemaAt(path: string): Schema {
    const [name = '', ...fields] = path.split('.');
    return fields.reduce((schema, field) => resolved(resolved(schema).properties![field]!), schemas[name]!);
  }

  function resolved(schema: Schema): Schema {
    if (schema.$ref !== undefined) return resolved(schemas[schema.$ref.split('/').at(-1)!]!);
    return schema.items ? resolved(schema.items) : schema;
  }
});

function pairOf({ code, status }: { readonly code: number; readonly status: number }): string {
  return `${code}/${status}`;
}

/** The requests of the tables with access, input and answer. */
function requestRows() {
  return rowsOf('4').flatMap(([requests = '', access = '', , answer = '', more]) =>
    more !== undefined || requests.startsWith('`/')
      ? []
      : codesIn(requests).map((key) => ({ key, access: plain(access), answer: plain(answer) })),
  );
}

/** The routes of the table with a column for each method. */
function furtherRoutes(): string[] {
  const methods = ['GET', 'POST', 'PATCH,PUT', 'DELETE'];
  return rowsOf('4').flatMap(([address = '', ...cells]) =>
    address.startsWith('`/')
      ? methods.flatMap((method, index) => (cells[index] ? `${method} ${plain(address)}: ${plain(cells[index])}` : []))
      : [],
  );
}

/** The rows of all tables of a section. */
function rowsOf(section: string): string[][] {
  return rowsBelow(
    page,
    titles.find((title) => title.startsWith(`${section}. `))!,
  );
}

function plain(cell: string): string {
  return cell.replaceAll('`', '');
}

/** Texts in backticks. */
function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Name of the schema of a section of the settings. */
function settingName(cell: string): string {
  const words = plain(cell).split('_');
  return `Setting${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

function sourcesIn(folder: string): string[] {
  const paths = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.includes('node_modules'));
  return sources.map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

/** The sections that the comments of a source name, and the titles within. */
function referencesIn(file: string): Reference[] {
  const text = textOf(file).replaceAll(/\s+(?:\*|\/\/) /g, ' ');
  const found = text.matchAll(/specification, sections? ([\d.]*\d)(?: and ([\d.]*\d))?(?:, ([^).;:]+))?/gi);
  return [...found].flatMap(([, one = '', other, title]) =>
    [one, other ?? []].flat().map((section) => ({ file, section, title: title?.trim() })),
  );
}

/** Whether a section has its heading; its title is that of a part, or of a row of a table. */
function isThere(section: string, title: string | undefined): boolean {
  const [, below] = textOf(page).split(new RegExp(`^#+ ${section.replace('.', '\\.')}\\.? .*$`, 'm'));
  if (below === undefined || title === undefined) return below !== undefined;
  const [text = ''] = below.split('\n## ');
  const rows = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell);
  return (
    text.includes(`\n### ${title}\n`) || rows.some((cell) => cell === `**${title}**` || codesIn(cell).includes(title))
  );
}
