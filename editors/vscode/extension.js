// Starts dlvm-lsp, which comes with `pip install 'dlvm-compiler[lsp]'`.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("dlvm").get("server");
  client = new LanguageClient(
    "dlvm",
    "DLVM",
    { command },
    { documentSelector: [{ language: "dlvm" }, { language: "tel" }] }
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
