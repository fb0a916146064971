/** The named columns of a table, for a statement's select list. */
export const columnsOf = <Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;
