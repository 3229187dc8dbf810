import type { CommandContext } from '../../../cli/index.ts';

/** `lectern token LOGIN`: creates an access token of a user, to try routes that require a login. */
export default function addToken({ program, io, withServices }: CommandContext): void {
  program
    .command('token')
    .argument('<login>', 'nickname, e-mail address or mobile number of a user')
    .description('Create an access token of a user and print the token; send it in the header X-Auth-Token.')
    .action(async (login: string) => {
      await withServices(async (services) => {
        const user = await services.users.byLogin(login);
        if (!user)
          throw new Error(`There is no user "${login}". Pass a nickname, an e-mail address or a mobile number.`);
        const { refuseOtherKinds } = await import('../services/account_kinds.ts');
        refuseOtherKinds('signIn', user);
        io.log(await services.tokens.issue(user.id));
      });
    });
}
