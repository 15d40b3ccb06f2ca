// A list as a file of comma-separated values, as the API sends it.

import { useMutation } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { explain } from './states.tsx';

type Props = { readonly path: string; readonly name: string };

export function ExportButton({ path, name }: Props) {
  const save = useMutation({ mutationFn: () => saveTable(path, `tidemill-${name}.csv`) });
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

async function saveTable(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/csv' } });
  if (!response.ok) throw new Error(`The service responded ${response.status}.`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
