// A list as a file of comma-separated values, as the API sends it.

import { useMutation } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { explain } from './states.tsx';

type Props = {
  /** The table as the API sends it. */
  readonly load: () => Promise<string>;
  readonly name: string;
};

export function ExportButton({ load, name }: Props) {
  const save = useMutation({
    mutationFn: async () => saveTable(await load(), `tidemill-${name}.csv`),
  });
  return (
    <>
      {save.isError ? (
        <span className="wrong" role="alert">
          {explain(save.error)}
        </span>
      ) : null}
      <Button isSmall isDisabled={save.isPending} onPress={() => save.mutate()}>
        {save.isPending ? 'Exporting…' : 'Export as CSV'}
      </Button>
    </>
  );
}

function saveTable(table: string, name: string): void {
  const address = URL.createObjectURL(new Blob([table], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
