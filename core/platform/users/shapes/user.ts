import { field, nested, shape } from 'lectern';

const defaultAvatar = '/assets/users/avatar.svg';
const avatar = field.picture('Portrait, or a default picture, as absolute URLs.', defaultAvatar);

/** Membership of a user, provided by a plugin; null without a membership or without a plugin. */
export const simpleVip = shape('SimpleVip').mode('public', {
  levelId: field.text('Id of the membership level, for `/plugins/vip/vip_levels/{levelId}`.'),
  vipName: field.text('Name of the membership level.'),
  deadline: field.text('End of the membership, as a date and time; a past one means that it has expired.'),
  seq: field.text('Rank of the membership level; a higher one includes the lower ones.'),
});

const simple = {
  id: field.intString('Id.'),
  nickname: field.text('Nickname, which no other user has.'),
  title: field.text('Title, such as a profession; "" for none.'),
  uuid: field.text('Random id that never changes.'),
  destroyed: field.bool('Whether the account was cancelled; its personal data is erased then.'),
  avatar,
};

/** A user (specification, section 2, SimpleUser). */
export const user = shape('User')
  .mode('simple', simple)
  .mode('public', {
    about: field.text('Self-description of the user; "" for none.'),
  })
  .mode('authenticated', {
    roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
    email: field.nullable(field.text('E-mail address, masked: `s***@example.com`; null for none.')),
    verifiedMobile: field.nullable(field.text('Verified mobile number, masked: `138****1234`; null for none.')),
    locale: field.text('Language and country, such as zh_CN.'),
    vip: field.nullable(nested(simpleVip, 'public', 'Membership, also an expired one; null for none.')),
    havePayPassword: field.bool('Whether a payment password is set.'),
  });

/** A user in lists for planners of training projects. */
export const listedUser = shape('ListedUser').mode('simple', {
  ...simple,
  truename: field.text('Real name, which only managers see; "" for none.'),
  orgIds: field.list(field.int('Id of a department.'), 'Departments, an empty list for none.'),
});

/** A user for managers of users. */
export const managedUser = shape('ManagedUser').mode('public', {
  ...simple,
  about: field.text('Self-description of the user; "" for none.'),
  truename: field.text('Real name, which only managers see; "" for none.'),
  roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
  email: field.nullable(field.text('E-mail address, not masked; null for none.')),
  mobile: field.nullable(field.text('Verified mobile number, not masked; null for none.')),
  locale: field.text('Language and country, such as zh_CN.'),
  locked: field.bool('Whether the user is locked out; no credential of the user is valid then.'),
  orgIds: field.list(field.int('Id of a department.'), 'Departments, an empty list for none.'),
  createdTime: field.datetime('Time of the registration, or of the creation by a manager.'),
});

/** The signed-in user (specification, section 2, Current user). */
export const currentUser = shape('CurrentUser').mode('public', {
  id: field.int('Id of the caller, as a number; other answers have ids as text.'),
  nickname: field.text('Nickname, which no other user has.'),
  avatar,
  roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
});
