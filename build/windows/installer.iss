; Inno Setup 6 script: one user, no administrator rights, no questions that have a sensible default.
; build/freeze.py runs it and defines Version, Folder (what was built), Out and Name (of the installer).
#define Title "House Rules"
#define Program "House Rules.exe"

[Setup]
AppId={{6B0C7B5E-5B5C-4B7B-9B0E-7E0B6B4C2F11}
AppName={#Title}
AppVersion={#Version}
AppPublisher=The House Rules authors
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
CloseApplications=yes
DefaultDirName={autopf}\{#Title}
DefaultGroupName={#Title}
DisableProgramGroupPage=yes
MinVersion=10.0
OutputBaseFilename={#Name}-setup
OutputDir={#Out}
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
#ifdef Signed
SignTool=signtool
SignedUninstaller=yes
#endif
SetupIconFile={#SourcePath}\..\..\assets\app\icon.ico
UninstallDisplayIcon={app}\{#Program}
WizardStyle=modern

[Languages]
; Those of the program that Inno Setup comes with: it has no Chinese.
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"
Name: "pt_BR"; MessagesFile: "compiler:Languages\BrazilianPortuguese.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; Files that an older version has left would be found before the new ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\{#Title}"; Filename: "{app}\{#Program}"
Name: "{autodesktop}\{#Title}"; Filename: "{app}\{#Program}"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.houserules\OpenWithProgids"; ValueType: string; ValueName: "HouseRules.houserules"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\HouseRules.houserules"; ValueType: string; ValueData: "House rules of a card game"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\HouseRules.houserules\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"
Root: HKA; Subkey: "Software\Classes\HouseRules.houserules\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.houserulesmatch\OpenWithProgids"; ValueType: string; ValueName: "HouseRules.houserulesmatch"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulesmatch"; ValueType: string; ValueData: "Match played in House Rules"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulesmatch\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulesmatch\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.houserulestable\OpenWithProgids"; ValueType: string; ValueName: "HouseRules.houserulestable"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulestable"; ValueType: string; ValueData: "Invitation to a table of House Rules"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulestable\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"
Root: HKA; Subkey: "Software\Classes\HouseRules.houserulestable\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\house-rules"; ValueType: string; ValueData: "URL:House Rules"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\house-rules"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\house-rules\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"
Root: HKA; Subkey: "Software\Classes\house-rules\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""

[Run]
Filename: "{app}\{#Program}"; Flags: nowait postinstall skipifsilent
