import { nameIn, nodesBelow, type Node, type Source } from './tree.ts';

/** Members of all interfaces with the name `table` in a file, which modules merge, such as `Services` or `Events`. */
export function declaredMembers(source: Source, table: string) {
  const tables = [...nodesBelow(source.root)].filter(
    ({ type, id }) => type === 'TSInterfaceDeclaration' && nameIn(id) === table,
  );
  return tables
    .flatMap((one) => (one['body'] as { body: readonly Node[] }).body)
    .flatMap((node) => {
      const name = nameIn(node['key']);
      const type = (node['typeAnnotation'] as { typeAnnotation?: Node } | undefined)?.typeAnnotation;
      const [description = ''] = source.commentOn(node).split(/(?:^|\s)@(?=\w)/);
      return name === undefined ? [] : [{ name, node, type, description }];
    });
}
