import { input, type InputOf } from 'lectern';
import { expiryModes, firstStatuses, goodsStates, memberRoles, type GoodsStatus } from './enums.ts';

const MAX_INTEGER = 2_147_483_647;
const MAX_DAYS = 36_500;
// The end of the year 9999.
const MAX_SECONDS = 253_402_300_799;

export const flag = (description: string) => input.optional(input.bool({ description }));

/** Declares an optional field for a position in a sequence. */
export const place = (description: string) => input.optional(input.integer({ maximum: MAX_INTEGER, description }));

const time = (description: string) => input.optional(input.integer({ maximum: MAX_SECONDS, description }));
const amount = (description: string) => input.optional(input.money({ description }));

/** Fields of all goods; new goods need a title. */
export const goodsFields = {
  title: input.text({ description: 'Title, as plain text.' }),
  cover: input.optional(
    input.object(
      {
        small: input.url({ description: 'URL of its small size.' }),
        middle: input.url({ description: 'URL of its middle size.' }),
        large: input.url({ description: 'URL of its large size.' }),
      },
      { description: 'Cover in three sizes; without it, answers have a default picture.' },
    ),
  ),
  recommended: flag('Whether the goods are recommended; a change to true sets `recommendedTime`.'),
  recommendedSeq: place('Position among the recommended goods, for lists sorted by it.'),
};

/** Fields of goods that are free or have a price. */
export const priceFields = {
  isFree: flag('Whether the goods are free; then the price is 0.'),
  price: amount('Price in RMB; 0 if the goods are free.'),
  originPrice: amount('Price before any reduction, in RMB; shown only, never charged.'),
};

/** Fields that say how long a membership in the goods is valid. */
export const expiryFields = {
  expiryMode: input.optional(
    input.oneOf(expiryModes, {
      description: 'How long a membership is valid; fields that the mode does not use are cleared.',
    }),
  ),
  expiryDays: input.optional(input.integer({ maximum: MAX_DAYS, description: 'Validity in days, for the mode days.' })),
  expiryStartDate: time('Start of the validity, in unix seconds, for the mode date.'),
  expiryEndDate: time('End of the validity, in unix seconds, for the modes date and end_date.'),
};

export const firstStatus = input.optional(
  input.oneOf(firstStatuses, { description: 'Status; default: draft, which only managers see.' }),
);
export const nextStatus = input.optional(
  input.oneOf(goodsStates.names, {
    description: 'Status. Drafts and closed goods can be published; published goods can be closed.',
  }),
);

const role = input.optional(
  input.oneOf(memberRoles, {
    description: 'Role of the member; a new one is a student by default. Teachers do not count as students.',
  }),
);

export const membership = { id: input.id({ description: 'Id of the membership, which is not that of the user.' }) };

export const newMember = { userId: input.id({ description: 'Id of the user who becomes a member.' }), role };
export const memberChange = {
  role,
  locked: flag('Whether the member is locked out: the goods stay closed to the user until false is sent.'),
};

/** Fields that changes of all kinds of goods share. */
export type GoodsChange = Partial<InputOf<typeof goodsFields>> & { status?: GoodsStatus; categoryId?: string };
export type PriceChange = InputOf<typeof priceFields>;
export type ExpiryChange = InputOf<typeof expiryFields>;
export type NewMember = InputOf<typeof newMember>;
export type MemberChange = InputOf<typeof memberChange>;
