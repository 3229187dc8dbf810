/** Permission codes that each role carries; who manages something is who holds its permission. */
const permissionsByRole: Readonly<Record<string, readonly string[]>> = {
  ROLE_USER: [],
  ROLE_TEACHER: [],
  ROLE_ADMIN: [
    'admin_setting',
    'admin_user',
    'admin_course',
    'admin_classroom',
    'admin_article',
    'admin_exercise',
    'admin_vip',
    'admin_order',
  ],
  ROLE_PROJECT_PLANNER: ['admin_project_plan_manage'],
};

const everything = { has: () => true };

/** What a user with these roles may do. */
export function permissionsOf(roles: readonly string[]): { has(permission: string): boolean } {
  if (roles.includes('ROLE_SUPER_ADMIN')) return everything;
  return new Set(roles.flatMap((role) => permissionsByRole[role] ?? []));
}
