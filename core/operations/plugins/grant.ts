import type { Command } from 'commander';
import { type CommandContext, confirm, examples } from '../../cli/index.ts';

/** `lectern plugin grant`: records what a plugin may use. */
export function addGrant(plugin: Command, { io, root }: CommandContext): void {
  plugin
    .command('grant')
    .argument('<name>', 'name of a plugin')
    .description('Show what the manifest of a plugin uses beyond what is granted, and record it in plugins.json.')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plugin grant vip', 'plugin grant vip --yes'))
    .action(async (word: string, { json, yes }: { readonly json?: boolean; readonly yes?: boolean }) => {
      const { grant, grantChange } = await import('../../hosting/internals.ts');
      const { plugin, added, removed } = grantChange(root(), word);
      const lines = [...added.map((one) => `\n  + ${one}`), ...removed.map((one) => `\n  - ${one}`)].join('');
      const text = lines ? `Plugin ${word} may use from now on:${lines}` : `${word} uses what is granted.`;
      if (added.length > 0 && !(await confirm(io, { text, word, yes }))) return;
      grant(root(), plugin);
      const done = `${text}\nThis is recorded in plugins.json. Restart to apply it.`;
      io.print(json, { plugin: word, added, removed }, () => done);
    });
}
