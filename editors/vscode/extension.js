// Starts dlvm-lsp, which comes with `pip install 'dlvm-compiler[lsp]'`, and opens the explorer.
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// Saves the module of the editor, and serves its page until the terminal is closed.
const explore = async () => {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "dlvm" || document.uri.scheme !== "file") {
    window.showErrorMessage("The explorer needs a module (.dl) that is saved as a file.");
    return;
  }
  if (document.isDirty && !(await document.save())) return;
  const terminal = window.createTerminal({
    name: "dlvm explore",
    shellPath: workspace.getConfiguration("dlvm").get("explorer"),
    shellArgs: ["explore", document.uri.fsPath],
  });
  terminal.show(true);
};

exports.activate = (context) => {
  context.subscriptions.push(commands.registerCommand("dlvm.explore", explore));
  const command = workspace.getConfiguration("dlvm").get("server");
  client = new LanguageClient(
    "dlvm",
    "DLVM",
    { command },
    {
      documentSelector: [{ language: "dlvm" }, { language: "tel" }],
      // Programs import files that are not open.
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.tel") },
    }
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
