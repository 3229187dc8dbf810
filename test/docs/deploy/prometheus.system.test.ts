import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { toolPath } from '../../faults/support/tools.ts';
import { headingLink, leadsSomewhere } from '../../support/documents.ts';
import { projectRoot } from '../../support/platform.ts';
import { alerts, PROMETHEUS, recorded } from './monitoring_files.ts';
import { monitoredServer } from './monitored_server.ts';
import { missingIn, readExpression, scraped } from './promql.ts';
import { textOf } from './product.ts';

const rules = [...recorded, ...alerts];

describe('The rules for Prometheus', function () {
  // The first run prepares the installation.
  this.timeout(120_000);
  const { series } = monitoredServer();

  it('use only metrics and labels that /metrics of a running server has', async () => {
    const known = new Map(await series());
    // A recorded figure has the labels that its expression groups by.
    for (const { record, expr } of recorded) known.set(record!, new Set(readExpression(expr).groupings));
    const missing = rules.flatMap(({ alert, record, expr }) =>
      missingIn(expr, known).map((what) => `${alert ?? record}: ${what}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('have unique names, and each recorded figure is used', () => {
    const names = rules.map(({ alert, record }) => alert ?? record);
    expect(names).to.have.length.above(30);
    expect(new Set(names).size).to.equal(names.length);
    const used = new Set(alerts.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)));
    expect(recorded.filter(({ record }) => !used.has(record!))).to.deep.equal([]);
  });

  it('say how long, how severe, what, and what to do', () => {
    for (const { alert, for: duration, labels, annotations } of alerts) {
      expect(duration, alert).to.match(/^[1-9]\d*m$/);
      expect(labels?.['severity'], alert).to.be.oneOf(['critical', 'warning']);
      expect(annotations, alert).to.have.all.keys('summary', 'description', 'runbook');
      expect(annotations!['description'], alert).to.match(/\.$/);
    }
  });

  it('have runbooks that exist', () => {
    const lost = alerts.filter(({ annotations }) => !leadsSomewhere('README.md', annotations!['runbook']!));
    expect(lost.map(({ alert, annotations }) => `${alert}: ${annotations!['runbook']}`)).to.deep.equal([]);
  });

  it('are named by the section of their runbook', () => {
    for (const { alert, annotations } of alerts) {
      const [page = '', heading = ''] = annotations!['runbook']!.split('#');
      const sections = textOf(page).split(/^## /m);
      const section = sections.find((text) => headingLink(text.split('\n', 1)[0]!) === heading);
      expect(section, alert).to.include(`\`${alert}\``);
    }
  });

  it('have a test for each alert', () => {
    const tested = new Set(
      [...textOf(`${PROMETHEUS}/alerts_test.yaml`).matchAll(/alertname(?:: |=")(\w+)/g)].map(([, name]) => name),
    );
    expect(alerts.filter(({ alert }) => !tested.has(alert)).map(({ alert }) => alert)).to.deep.equal([]);
  });

  const promtool = installed('promtool');
  if (promtool !== undefined) {
    const run = (...args: string[]) =>
      execFileSync(promtool, args, { cwd: join(projectRoot, PROMETHEUS), encoding: 'utf8' });

    it('are accepted by promtool, and their tests pass', () => {
      expect(run('check', 'rules', 'rules.yaml', 'alerts.yaml')).to.match(/SUCCESS: \d+ rules[^]*SUCCESS: \d+ rules/);
      expect(run('check', 'config', '--syntax-only', 'prometheus.yaml')).to.include('SUCCESS');
      expect(run('test', 'rules', 'alerts_test.yaml')).to.include('SUCCESS');
    });
  }
});

describe('The check of expressions', () => {
  const known = scraped('# TYPE a counter\na{job="x",le="1"} 2\nb 1');

  it('names metrics and labels that no server has', () => {
    expect(missingIn('a{exported_job="x"} / on (instance) b', known)).to.deep.equal([]);
    expect(missingIn('rate(c[5m]) + a{outcome!=""}', known)).to.deep.equal(['c', 'a{outcome}']);
    expect(missingIn('sum by (module) (a)', known)).to.deep.equal(['by (module): sum by (module) (a)']);
  });

  it('refuses what is no PromQL', () => {
    expect(() => missingIn('sum by (module (a)', known)).to.throw('This is no PromQL');
  });
});

/** Path of a program that not every machine has; the checks above need none. */
function installed(name: string): string | undefined {
  try {
    return toolPath(name);
  } catch {
    return undefined;
  }
}
