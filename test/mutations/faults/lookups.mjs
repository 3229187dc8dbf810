// Categories, departments and tags.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const lookups = [
  {
    id: 'tree-circle',
    file: 'core/infrastructure/trees/services/tree_editing.ts',
    find: 'if (rows.length > 0 && !rows.some((row) => row.id === id)) return;',
    put: 'if (rows.length > 0) return;',
    says: 'a category or department can become its own parent',
    part: 'core/infrastructure/trees',
  },
  {
    id: 'tree-children-lost',
    file: 'core/infrastructure/trees/services/tree_editing.ts',
    find: 'if (child ?? (await content(this.#database, id))) throw inUse();',
    put: 'if (await content(this.#database, id)) throw inUse();',
    says: 'a category with subcategories is removed',
    part: 'core/infrastructure/trees',
  },
  {
    id: 'tree-contents-lost',
    file: 'core/infrastructure/trees/services/tree_editing.ts',
    find: 'if (child ?? (await content(this.#database, id))) throw inUse();',
    put: 'if (child) throw inUse();',
    says: 'a category or department is removed although it is in use',
    part: ['core/platform/courses/resources/course_categories', 'core/platform/users/resources/departments'],
  },
  {
    id: 'tree-hidden-shown',
    file: 'core/infrastructure/trees/services/tree_nodes.ts',
    find: 'manages || Number(row.published ?? 1) === 1',
    put: 'manages || row',
    says: 'readers see unpublished categories',
    part: 'core/platform/articles/resources/article_categories',
  },
  {
    id: 'goods-category-unchecked',
    file: 'core/platform/goods/services/goods_editing.ts',
    find: 'if (categories !== undefined) await mustBeNode',
    put: 'if (categories === undefined) await mustBeNode',
    says: 'goods name a category that does not exist',
    part: 'core/platform/courses/resources/course_categories',
  },
  {
    id: 'departments-of-anyone',
    file: 'core/platform/users/resources/departments.ts',
    find: 'if (!readers.some((code) => permissions.has(code))) throw failures.departmentsClosed();',
    put: 'void permissions;',
    says: 'every user reads the departments',
    part: 'core/platform/users/resources/departments',
  },
  {
    id: 'department-unknown',
    file: 'core/platform/users/services/departments.ts',
    find: 'if (known.length < ids.length) {',
    put: 'if (known.length < 0) {',
    says: 'a user is put into an unknown department, which ends in an internal error',
    part: 'core/platform/users/resources/departments',
  },
  {
    id: 'tag-into-itself',
    file: 'core/platform/articles/services/article_tags.ts',
    find: 'if (into === id || locked.length < ids.length) throw wrongInto();',
    put: 'if (locked.length < 1) throw wrongInto();',
    says: 'a tag is merged into itself or an unknown tag, and articles keep its id',
    part: 'core/platform/articles/resources/article_tags',
  },
  {
    id: 'list-role-by-scan',
    file: 'core/platform/users/services/users.ts',
    find: 'const held = isByRole ? await this.#combinations.of(role) : undefined;',
    put: 'const held = isByRole && role === "" ? await this.#combinations.of(role) : undefined;',
    says: 'the list of the few users with a role reads all users',
    part: 'test/contract/list_plans.servers.test.ts',
    ring: 'servers',
  },
  {
    id: 'list-departments-by-scan',
    file: 'core/infrastructure/database/lists/page_statements.ts',
    find: '(counted ? [counted] : parts)',
    put: 'parts',
    says: 'the total of the users of a large department reads all users',
    part: 'test/contract/list_plans.servers.test.ts',
    ring: 'servers',
  },
  {
    id: 'quiz-overdue-by-scan',
    file: 'plugins/quiz/services/attempts.ts',
    find: `where id = any(array(
    select id from quiz_attempts where state = 'open' and closes_at < :now order by closes_at limit \${BATCH}
    for update skip locked))`,
    put: `where id in (
    select id from quiz_attempts where state = 'open' and closes_at < :now order by closes_at limit \${BATCH}
    for update skip locked)`,
    says: 'the job that closes attempts scans all attempts for each batch',
    part: 'test/contract/list_plans.servers.test.ts',
    ring: 'servers',
  },
  {
    id: 'aged-rows-of-one-batch',
    file: 'core/infrastructure/database/rows/delete_aged.ts',
    find: 'last;) {',
    put: 'last?.time === "";) {',
    says: 'a clean-up deletes one batch of expired rows and leaves the others',
    part: 'core/infrastructure/database/rows/delete_aged',
  },
];
