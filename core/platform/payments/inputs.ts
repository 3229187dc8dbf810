import { input, type InputOf } from 'lectern';

/** Input of a new payout, for the route and the command. */
export const newPayout = {
  amount: input.money({ description: 'Transferred amount in RMB: more than 0, at most what the account holds.' }),
  reference: input.text({
    maxLength: 64,
    description: 'Number of the bank transfer; a number can be recorded once for each user.',
  }),
};

export type NewPayoutInput = InputOf<typeof newPayout>;
