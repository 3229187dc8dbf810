import { field, shape } from 'lectern';

const left = 'Omitted without a membership.';

/** A membership (specification, section 2, Membership record). */
export const membership = shape('SimpleVip').mode('public', {
  levelId: field.optional(field.text(`Id of the level. ${left}`)),
  vipName: field.optional(field.text(`Name of the level. ${left}`)),
  deadline: field.optional(field.text(`End of the membership, as a date and time. ${left}`)),
  seq: field.optional(field.text(`Rank of the level. ${left}`)),
});

/** Result of a membership check (specification, section 2, Membership check result). */
export const membershipCheck = shape('MembershipCheck').mode('public', {
  isMember: field.bool('Whether the user has the benefits of the level.'),
});
