import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { checkedHostUrls } from '../../../core/infrastructure/database/connections/host_urls.ts';
import { projectRoot } from '../../support/platform.ts';
import { textOf } from './product.ts';

interface Patroni {
  readonly etcd: { readonly hosts: string };
  readonly bootstrap: {
    readonly dcs: Readonly<Record<'ttl' | 'loop_wait' | 'retry_timeout' | 'synchronous_node_count', number>> & {
      readonly synchronous_mode: boolean;
      readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
    };
    readonly pg_hba: readonly string[];
  };
}

const folder = 'docs/deploy/patroni';
const patroni = parse(textOf(`${folder}/patroni.yaml`)) as Patroni;
const { dcs } = patroni.bootstrap;

describe('The files of the failover', () => {
  it('make commits wait for a standby, and let the key of a primary expire only after its retries', () => {
    expect(dcs).to.include({ synchronous_mode: true, synchronous_node_count: 1 });
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).to.be.at.most(dcs.ttl);
  });

  it('use the API of etcd that compares before it overwrites the key of the primary', () => {
    const etcd = parse(textOf(`${folder}/etcd.yaml`)) as Record<string, unknown>;
    expect(etcd['enable-v2']).to.equal(true);
    expect(patroni.etcd.hosts.split(',')).to.include((etcd['listen-client-urls'] as string).replace('http://', ''));
  });

  it('archive the log to the stanza of pgBackRest', () => {
    const [, stanza] = /--stanza=(\w+) archive-push %p/.exec(dcs.postgresql.parameters['archive_command'] ?? '') ?? [];
    expect(textOf(`${folder}/pgbackrest.conf`)).to.include(`[${stanza}]`);
  });

  it('contain no passwords, and trust no address', () => {
    for (const name of readdirSync(join(projectRoot, folder)))
      expect(textOf(`${folder}/${name}`), name).not.to.match(/^\s*(password|.*cipher-pass)\s*[:=]/im);
    expect(patroni.bootstrap.pg_hba.filter((line) => line.includes('trust'))).to.deep.equal([]);
  });

  it('fit the address on the page, whose hosts are those of HAProxy', () => {
    const [, address = ''] = /DATABASE_URL='(.+)'/.exec(textOf('docs/availability.md')) ?? [];
    const hosts = checkedHostUrls(address).map((url) => new URL(url).host);
    const servers = [...textOf(`${folder}/haproxy.cfg`).matchAll(/server db\d (\S+) port 8008/g)].map(
      ([, host]) => host,
    );
    expect(servers).to.deep.equal([...hosts, ...hosts]);
    expect(textOf(`${folder}/pgbouncer.ini`))
      .to.include('port=5000')
      .and.match(/^pool_mode = transaction$/m);
  });
});
