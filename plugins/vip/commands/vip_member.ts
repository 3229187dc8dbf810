import type { CommandContext } from 'lectern/core';

/** `lectern vip:member LOGIN`: prints the membership of a user. */
export default function addVipMember({ program, io, withServices }: CommandContext): void {
  program
    .command('vip:member')
    .argument('<login>', 'nickname, e-mail address or mobile number of a user')
    .option('--json', 'print JSON')
    .description('Print the membership of a user.')
    .action(async (login: string, { json }: { json?: boolean }) => {
      await withServices(async ({ users, vipMembers }) => {
        const user = await users.byLogin(login);
        if (!user)
          throw new Error(`There is no user "${login}". Pass a nickname, an e-mail address or a mobile number.`);
        const vip = await vipMembers.of(user.id);
        io.print(json, vip, () => (vip ? `${vip.vipName} until ${vip.deadline}` : `${login} has no membership.`));
      });
    });
}
