import type { Command } from 'commander';
import { type CommandContext, confirm, examples } from '../../cli/index.ts';

interface Options {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** `lectern plugin grant`: records what a plugin may use. */
export function addGrant(plugin: Command, { io, root }: CommandContext): void {
  plugin
    .command('grant')
    .argument('<name>', 'name of a plugin')
    .description('Show what the manifest of a plugin uses beyond what is granted, and record it in plugins.json.')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plugin grant vip', 'plugin grant vip --yes'))
    .action(async (name: string, { json, yes }: Options) => {
      const { grant, grantChange } = await import('../../hosting/internals.ts');
      const { plugin, added, removed } = grantChange(root(), name);
      const text = changeText(name, added, removed);
      if (added.length > 0 && !(await confirm(io, { text, word: name, yes }))) return;
      grant(root(), plugin);
      io.print(
        json,
        { plugin: name, added, removed },
        () => `${text}\nThis is recorded in plugins.json. Restart to apply it.`,
      );
    });
}

function changeText(plugin: string, added: readonly string[], removed: readonly string[]): string {
  const lines = [...added.map((one) => `  + ${one}`), ...removed.map((one) => `  - ${one}`)];
  return lines.length > 0
    ? [`Plugin ${plugin} may use from now on:`, ...lines].join('\n')
    : `${plugin} uses what is granted.`;
}
