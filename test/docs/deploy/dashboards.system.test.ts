import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';
import { typeErrorsIn } from './manifest_types.ts';
import { monitoredServer } from './monitored_server.ts';
import { missingIn } from './promql.ts';
import { textOf } from './product.ts';

const folder = 'docs/deploy/grafana';
const files = readdirSync(join(projectRoot, folder)).sort();
/** Panels have texts and numbers where the types of Grafana have enums and interfaces of data sources. */
const types = `
  import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
  import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
  type Query = Plain<Omit<Dataquery, '_implementsDataqueryVariant'>>;
  type Plain<T> = unknown extends T ? T
    : T extends { _implementsDataqueryVariant(): void } ? Query
    : T extends string ? \`\${T}\`
    : T extends object ? { [K in keyof T]: Plain<T[K]> }
    : T;`;

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly datasource: unknown;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string; readonly datasource: unknown }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly query: unknown; readonly datasource?: unknown }[] };
  readonly panels: readonly Panel[];
}

const dashboardOf = (file: string) => JSON.parse(textOf(`${folder}/${file}`)) as Dashboard;
const dashboards = files.map((file) => ({ file, ...dashboardOf(file) }));
const panelsOf = ({ panels }: Dashboard) => panels.filter(({ type }) => type !== 'row');

describe('The dashboards for Grafana', function () {
  // The first run prepares the installation.
  this.timeout(120_000);
  const { series } = monitoredServer();

  it('use only metrics and labels that /metrics of a running server has', async () => {
    const known = await series();
    const missing = dashboards.flatMap((dashboard) => {
      const variables = dashboard.templating.list.flatMap(({ query }) => selectorOf(query) ?? []);
      const shown = panelsOf(dashboard).flatMap(({ targets }) => targets.map(({ expr }) => expr));
      expect(shown.length, dashboard.file).to.be.above(10);
      return [...variables, ...shown].flatMap((expr) => missingIn(expr, known));
    });
    expect(missing).to.deep.equal([]);
  });

  it('have only fields that Grafana knows, and all required fields', () => {
    const written = (text: string, index: number) => `export const dashboard${index}: Plain<Dashboard> = ${text};`;
    const texts = files.map((file) => textOf(`${folder}/${file}`));
    expect(typeErrorsIn([types, ...texts.map(written)].join('\n'))).to.deep.equal([]);
    const misspelt = texts[0]!.replace('"legendFormat"', '"legend"');
    expect(typeErrorsIn([types, written(misspelt, 0)].join('\n')).join()).to.match(/'"legend"' does not exist/);
  });

  it('can be imported beside each other, with a data source of choice', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).to.equal(2);
    for (const dashboard of dashboards) {
      const { file, uid, title, schemaVersion, templating, panels } = dashboard;
      expect(uid, file).to.equal(`lectern-${file.replace('.json', '')}`);
      expect(title, file).to.match(/^Lectern: /);
      expect(schemaVersion, file).to.be.at.least(36);
      expect(templating.list[0], file).to.include({ name: 'datasource', type: 'datasource', query: 'prometheus' });
      const shown = panelsOf(dashboard).flatMap(({ targets, ...panel }) => [panel, ...targets]);
      for (const { datasource } of [...templating.list.slice(1), ...shown])
        expect(datasource, file).to.deep.equal({ type: 'prometheus', uid: '${datasource}' });
      expect(new Set(panels.map(({ id }) => id)).size, file).to.equal(panels.length);
    }
  });

  it('have panels with a unit and a description, that do not overlap', () => {
    for (const dashboard of dashboards) {
      const places = new Set<string>();
      for (const panel of panelsOf(dashboard)) {
        const { title, description, fieldConfig, gridPos } = panel;
        expect(description, title).to.match(/\.$/);
        expect(fieldConfig.defaults.unit, title).to.match(/^(reqps|percentunit|s|short|bytes)$/);
        const { x, y, w, h } = gridPos;
        expect(x + w, title).to.be.at.most(24);
        for (let cell = 0; cell < w * h; cell++) {
          const place = `${x + (cell % w)} ${y + Math.floor(cell / w)}`;
          expect(places.has(place), `${title} overlaps another panel at ${place}`).to.equal(false);
          places.add(place);
        }
      }
    }
  });
});

/** Selector of a variable whose values are those of a label; undefined for a data source. */
function selectorOf(query: unknown): string | undefined {
  const [, selector, label] = /^label_values\((.+), (\w+)\)$/.exec((query as { query?: string }).query ?? '') ?? [];
  return selector && `sum by (${label}) (${selector})`;
}
