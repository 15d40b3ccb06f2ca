// Completion scripts for shells: the whole tree as a table, so that no key press starts a process.
// Where nothing of it fits, the shell offers files.

import type { CommandNode } from '#cli/help/command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Script for a shell to load. */
export function completionScript(shell: Shell, tree: readonly CommandNode[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(tree);
    case 'zsh':
      return zshScript(tree);
    case 'fish':
      return fishScript(tree);
  }
}

/** Names of commands, options and choices have none of a shell's own characters. */
function listed(words: readonly string[]): string {
  return words.join(' ');
}

function pathsOf(tree: readonly CommandNode[]): readonly string[] {
  return tree.flatMap(({ path }) => (path === '' ? [] : [path]));
}

function choiceCases(tree: readonly CommandNode[], act: (values: string) => string): string {
  return tree
    .flatMap(({ choices, path }) =>
      choices.map(([option, values]) => `    '${path} ${option}') ${act(listed(values))} ;;\n`),
    )
    .join('');
}

function wordCases(tree: readonly CommandNode[], act: (words: string) => string): string {
  return tree.map(({ path, words }) => `    '${path}') ${act(listed(words))} ;;\n`).join('');
}

function bashScript(tree: readonly CommandNode[]): string {
  const set = (words: string): string => `words='${words}'`;
  return `# Completion of tidemill for bash: source <(tidemill completion bash)
_tidemill() {
  local word='' at='' index words=''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="$at/\${COMP_WORDS[index]}"
    case "$word" in
      ${pathsOf(tree).join('|')}) at="$word" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${choiceCases(tree, set)}  esac
  if [ -z "$words" ]; then
    case "$at" in
${wordCases(tree, set)}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tidemill tidemill bin/tidemill ./bin/tidemill
`;
}

function zshScript(tree: readonly CommandNode[]): string {
  const set = (words: string): string => `offered=(${words})`;
  return `#compdef tidemill
# Completion of tidemill for zsh: source <(tidemill completion zsh)
_tidemill() {
  local word='' at='' index
  local -a offered
  for ((index = 2; index < CURRENT; index++)); do
    word="$at/\${words[index]}"
    case "$word" in
      ${pathsOf(tree).join('|')}) at="$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choiceCases(tree, set)}  esac
  if (( \${#offered} == 0 )); then
    case "$at" in
${wordCases(tree, set)}    esac
  fi
  compadd -- $offered || _files
}
compdef _tidemill tidemill
`;
}

function fishScript(tree: readonly CommandNode[]): string {
  const say = (words: string): string => `string split ' ' -- '${words}'`;
  const choices = tree.flatMap(({ choices: own, path }) =>
    own.map(
      ([option, values]) =>
        `    case '${path} ${option}'\n      ${say(listed(values))}\n      return\n`,
    ),
  );
  const words = tree.map(
    ({ path, words: own }) => `    case '${path}'\n      ${say(listed(own))}\n`,
  );
  return `# Completion of tidemill for fish: tidemill completion fish | source
function __tidemill_words
  set -l tokens (commandline -opc)
  set -l at ''
  for token in $tokens[2..]
    if contains -- "$at/$token" ${pathsOf(tree).join(' ')}
      set at "$at/$token"
    end
  end
  switch "$at $tokens[-1]"
${choices.join('')}  end
  switch "$at"
${words.join('')}  end
end
function __tidemill_fits
  set -l begun (commandline -ct)
  for word in (__tidemill_words)
    test (string sub -l (string length -- "$begun") -- $word) = "$begun"; and return 0
  end
  return 1
end
complete -c tidemill -n __tidemill_fits -f -a '(__tidemill_words)'
`;
}
