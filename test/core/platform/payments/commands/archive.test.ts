import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Command } from 'commander';
import type { CommandContext } from '../../../../../core/cli/index.ts';
import addArchive from '../../../../../core/platform/payments/commands/archive.ts';
import { started } from '../../../../support/started.ts';
import { rejectionOf } from '../../ledger/support.ts';
import { startShop } from '../../orders/shop.ts';
import { archiveOf } from '../services/archive_cases.ts';

describe('lectern archive', () => {
  const platform = started(startShop);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(() => rmSync(folder, { recursive: true }));

  /** Runs the command on the platform. @returns what it prints */
  async function run(...options: readonly string[]): Promise<string> {
    let printed = '';
    const print = (json: boolean, value: unknown, text: () => string) => {
      printed += json ? JSON.stringify(value) : text();
    };
    const program = new Command();
    const withServices: CommandContext['withServices'] = (work) =>
      work({ tradeArchive: archiveOf(platform, 90) } as never);
    addArchive({ program, io: { print }, withServices } as unknown as CommandContext);
    await program.parseAsync(['archive', ...options], { from: 'user' });
    return printed;
  }

  before(() =>
    platform.services.database.raw(`
      insert into trades (sn, user_id, type, gateway, status, cash, bought_coins, created_at, expires_at, asked_at)
      select (100000000000000000000 + n)::text, 4, 'recharge', 'Slips', 'closed', 150, 100, now() - interval '91 days',
        now() - interval '91 days', now() from generate_series(1, 3) as n`),
  );

  it('refuses to run without a folder', async () => {
    expect((await rejectionOf(run())).message).to.include('Name the folder for the files with --to');
  });

  it('counts with --plan, and moves nothing', async () => {
    expect(await run('--plan', '--to', folder)).to.equal(
      'Would move 3 closed trades (cash 450, coins 0, bought coins 300, in hundredths).',
    );
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('moves the trades to the folder', async () => {
    const totals = { trades: 3, cash: '450', coins: '0', boughtCoins: '300' };
    expect(JSON.parse(await run('--to', folder, '--json'))).to.deep.equal(totals);
    expect(readdirSync(folder)).to.have.length(2);
    expect(JSON.parse(await run('--plan', '--json'))).to.include({ trades: 0 });
  });
});
