import { field, nested, shape } from 'lectern';

const defaultAvatar = '/assets/users/avatar.svg';
const avatar = field.picture('Portrait.', defaultAvatar);

/** Membership of a user, provided by a plugin; null without a membership or without a plugin. */
export const simpleVip = shape('SimpleVip').mode('public', {
  levelId: field.text('Id of the membership level.'),
  vipName: field.text('Name of the membership level.'),
  deadline: field.text('End of the membership, as a date and time.'),
  seq: field.text('Rank of the membership level.'),
});

const simple = {
  id: field.intString('Id.'),
  nickname: field.text('Nickname.'),
  title: field.text('Title, such as a profession.'),
  uuid: field.text('Random id that never changes.'),
  destroyed: field.bool('Whether the account was cancelled.'),
  avatar,
};

/** A user (specification, section 2, SimpleUser). */
export const user = shape('User')
  .mode('simple', simple)
  .mode('public', {
    about: field.text('Self-description of the user.'),
  })
  .mode('authenticated', {
    roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
    email: field.nullable(field.text('E-mail address, masked: `s***@example.com`.')),
    verifiedMobile: field.nullable(field.text('Verified mobile number, masked: `138****1234`.')),
    locale: field.text('Language and country, such as zh_CN.'),
    vip: field.nullable(nested(simpleVip, 'public', 'Membership, null for none.')),
    havePayPassword: field.bool('Whether a payment password is set.'),
  });

/** A user in lists for planners of training projects. */
export const listedUser = shape('ListedUser').mode('simple', {
  ...simple,
  truename: field.text('Real name.'),
  orgIds: field.list(field.int('Id of a department.'), 'Departments, an empty list for none.'),
});

/** A user for managers of users. */
export const managedUser = shape('ManagedUser').mode('public', {
  ...simple,
  about: field.text('Self-description of the user.'),
  truename: field.text('Real name.'),
  roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
  email: field.nullable(field.text('E-mail address, not masked.')),
  mobile: field.nullable(field.text('Verified mobile number, not masked.')),
  locale: field.text('Language and country, such as zh_CN.'),
  locked: field.bool('Whether the user is locked out.'),
  orgIds: field.list(field.int('Id of a department.'), 'Departments, an empty list for none.'),
  createdTime: field.datetime('Time of the creation.'),
});

/** The signed-in user (specification, section 2, Current user). */
export const currentUser = shape('CurrentUser').mode('public', {
  id: field.int('User id.'),
  nickname: field.text('Nickname.'),
  avatar,
  roles: field.list(field.text('Name of a role.'), 'Roles, which determine the permissions.'),
});
